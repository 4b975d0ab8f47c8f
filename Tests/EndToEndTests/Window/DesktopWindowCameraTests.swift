import AppearanceTestSupport
import Foundation
import Testing

/// The camera as a light sensor on the page *When*.
@Suite(.bounded, .requires(.bus, .windowUser)) struct DesktopWindowCameraTests {
    private let home: TestHome
    private let daemon: RunningDaemon

    init() throws {
        home = try TestHome()
        try WindowUser.prepare(home)
        // Something follows already, so that the page Welcome is not shown.
        try home.write(program: "#!/bin/sh\n", to: home.configHome + "/appearanced/hooks.d/mine")
        try home.write(
            program: """
                #!/bin/sh
                case "$*" in
                *is-enabled*) cat "\(home.path)/enabled" 2>/dev/null || { echo disabled; exit 1; } ;;
                *enable*--now*appearance-camera*) echo "$*" >>"\(home.path)/calls" ;;
                *disable*) echo "$*" >>"\(home.path)/calls" ;;
                *) exit 1 ;;
                esac
                case "$*" in
                *" enable --now appearance-camera") echo enabled >"\(home.path)/enabled" ;;
                *" disable --now appearance-camera") rm "\(home.path)/enabled" ;;
                esac

                """, to: "bin/systemctl")
        daemon = try RunningDaemon(home: home)
    }

    private func openWhen() throws -> WindowUser {
        let path = home.environment["PATH"] ?? ""
        let user = try WindowUser(
            in: home,
            environment: daemon.environment.merging(["PATH": "\(home.path)/bin:\(path)"]) { $1 })
        try user.wait(until: "By the sun and the clock")
        try user.open(page: "When")
        return user
    }

    private func waitForCalls(_ calls: String) throws {
        let deadline = Deadline()
        while (try? String(contentsOfFile: home.path + "/calls", encoding: .utf8)) != calls {
            try deadline.check("systemctl to be called")
        }
    }

    @Test func `a switch lets the camera measure the light, and ends it`() throws {
        try home.write(program: "#!/bin/sh\n", to: "bin/appearance-camera")
        let user = try openWhen()
        try user.wait(until: "Only one number remains of each picture")
        try user.turn("Measure the light with the camera")
        let on = "--user enable --now appearance-camera\n"
        try waitForCalls(on)
        try user.turn("Measure the light with the camera")
        try waitForCalls(on + "--user disable --now appearance-camera\n")
    }

    @Test func `without the program nothing is offered`() throws {
        let user = try openWhen()
        try user.wait(until: "Find the levels of this room")
        #expect(!(try user.texts().contains { $0.name == "Camera as a Light Sensor" }))
    }

    @Test func `of two quick clicks the last one decides`() throws {
        try home.write(program: "#!/bin/sh\n", to: "bin/appearance-camera")
        try home.write(
            program: """
                #!/bin/sh
                case "$*" in
                *is-enabled*) echo disabled; exit 1 ;;
                *" enable --now appearance-camera")
                    echo begin >>"\(home.path)/calls"
                    read -r line <"\(home.path)/gate"
                    echo end >>"\(home.path)/calls" ;;
                *" disable --now appearance-camera") echo disable >>"\(home.path)/calls" ;;
                *) exit 1 ;;
                esac

                """, to: "bin/systemctl")
        #expect(mkfifo(home.path + "/gate", 0o600) == 0)
        let user = try openWhen()
        try user.wait(until: "Only one number remains of each picture")
        try user.turn("Measure the light with the camera")
        try waitForCalls("begin\n")
        try user.turn("Measure the light with the camera")
        // By then, a call of its own would have been made.
        try user.wait(until: "Only one number remains of each picture")
        try home.write("go on\n", to: "line")
        _ = try ChildProcess.run(
            "sh", ["-c", "cat '\(home.path)/line' >'\(home.path)/gate'"],
            environment: TestHome.plainEnvironment)
        try waitForCalls("begin\nend\ndisable\n")
    }
}

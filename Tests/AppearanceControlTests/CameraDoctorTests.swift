import AppearanceTestSupport
import Foundation
import Testing

/// A camera that measures light, in `doctor`, `reset` and `sensors`.
@Suite(.bounded) struct CameraDoctorTests {
    private let scene: DoctorScene

    init() throws { scene = try DoctorScene() }

    private var folder: String { scene.home.stateHome + "/appearanced" }
    private var journal: String { folder + "/camera-controls.json" }

    private func leaveManual() throws {
        try scene.home.write(
            #"{"camera":{"card":"Integrated Camera","place":"usb-1"},"controls":[]}"#, to: journal)
    }

    private func finding() throws -> DoctorScene.Finding? { try scene.findings()["camera"] }

    /// Starts a program that has the name of the real one.
    private func startProgram() throws -> ChildProcess {
        let program = try ChildProcess(
            "bash", ["-c", "exec -a appearance-camera cat"], environment: scene.home.environment,
            keepsInput: true)
        // It has the name only once it has become that program.
        try program.write(line: "up")
        try program.waitForLine(containing: "up")
        return program
    }

    @Test func `nothing is said of a camera that measures no light`() throws {
        #expect(try finding() == nil)
    }

    @Test(.row("S51")) func `a camera that was left with manual exposure is named`() throws {
        try leaveManual()
        let left = try #require(try finding())
        #expect(left.status == "warning")
        #expect(
            left.finding
                == "The exposure of Integrated Camera is manual, by a grab that was killed.")
        #expect(left.fix == "appearance-camera --reset")
    }

    @Test func `a grab that is under way is no trouble`() throws {
        try leaveManual()
        let lock = folder + "/camera.lock"
        let holder = try ChildProcess(
            Python.system,
            [
                "-c",
                """
                import fcntl, sys
                file = open(sys.argv[1], "w")
                fcntl.lockf(file, fcntl.LOCK_EX)
                print("locked", flush=True)
                sys.stdin.read()
                """, lock,
            ], environment: scene.home.environment, keepsInput: true)
        try holder.waitForLine(containing: "locked")
        #expect(try finding() == nil)
    }

    @Test(.row("S59")) func `a restore journal that is invalid is named`() throws {
        try scene.home.write("{", to: journal)
        let broken = try #require(try finding())
        #expect(broken.status == "broken")
        #expect(broken.fix == "rm \(journal)")
    }

    @Test func `a program that measures is reported, and one that cannot is named`() throws {
        let program = try startProgram()
        let now = Int(Date().timeIntervalSince1970)
        try scene.home.write(
            #"{"last":\#(now)000000,"day":\#(now / 86_400),"grabs":3,"problem":null}"#,
            to: folder + "/camera.json")
        let ok = try #require(try finding())
        #expect(ok.status == "ok")
        #expect(ok.finding.hasPrefix("appearance-camera measures the light: 3 grabs today, last "))
        try scene.home.write(
            #"{"last":\#(now)000000,"day":1,"grabs":1,"problem":"/dev/video0 is odd"}"#,
            to: folder + "/camera.json")
        let problem = try #require(try finding())
        #expect(problem.status == "warning" && problem.cause == "/dev/video0 is odd.")
        program.signal(9)
        try program.expectExit()
    }

    @Test(.row("S51")) func `reset lets the program restore its camera`() throws {
        try leaveManual()
        try scene.program("appearance-camera", "/bin/rm \(journal)")
        let reset = try scene.run("reset")
        #expect(reset.status == .exited(0), "\(reset.errors)")
        #expect(reset.output == "camera: its exposure restored\n")
        #expect(try scene.run("reset").output == "No desktop setting has been changed.\n")
        try leaveManual()
        try scene.program("appearance-camera", "echo 'it is unplugged' >&2; exit 1")
        let failed = try scene.run("reset")
        #expect(failed.status == .exited(1))
        #expect(failed.errors.contains("`appearance-camera --reset` failed: it is unplugged"))
    }
}

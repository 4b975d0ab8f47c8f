import AppearanceTestSupport
import Foundation
import Testing

/// The repairs of the page *What Follows*, on a machine whose portal is newer than that of the tests' system.
@Suite(.bounded, .requires(.bus, .windowUser)) struct DesktopWindowRepairTests {
    private let home: TestHome
    private let daemon: RunningDaemon

    init() throws {
        home = try TestHome()
        try WindowUser.prepare(home)
        // Something follows already, so that the page Welcome is not shown.
        try home.write(program: "#!/bin/sh\n", to: home.configHome + "/appearanced/hooks.d/mine")
        daemon = try RunningDaemon(home: home)
        try preparePortal()
    }

    /// The user's file for sway, which the portal reads.
    private var preferences: String {
        home.configHome + "/xdg-desktop-portal/sway-portals.conf"
    }

    /// The file of the backend, which no package has installed here.
    private var backend: String {
        home.dataHome + "/xdg-desktop-portal/portals/appearanced.portal"
    }

    /// A portal that reads portals.conf and starts when an app asks, on a bus where the daemon runs.
    private func preparePortal() throws {
        try home.write(program: "#!/bin/sh\necho xdg-desktop-portal 1.20.0\n", to: "bin/portal")
        try home.write(
            "[D-BUS Service]\nName=org.freedesktop.portal.Desktop\nExec=\(home.path)/bin/portal\n",
            to: "share/dbus-1/services/org.freedesktop.portal.Desktop.service")
        let process = daemon.process.processIdentifier
        try home.write(
            program: """
                #!/bin/sh
                case "$*" in
                *--system*) echo '[]' ;;
                *list*) echo '[{"name":"io.github.appearanced","pid":\(process),\
                "process":"appearanced","connection":":1.1"},\
                {"name":"org.freedesktop.portal.Desktop","connection":"(activatable)"}]' ;;
                *) exit 1 ;;
                esac

                """, to: "bin/busctl")
    }

    private func openFollow() throws -> WindowUser {
        let path = home.environment["PATH"] ?? ""
        let user = try WindowUser(
            in: home,
            environment: daemon.environment.merging([
                "PATH": "\(home.path)/bin:\(path)", "XDG_CURRENT_DESKTOP": "sway",
                "XDG_DATA_DIRS": "\(home.path)/share:/usr/local/share:/usr/share",
            ]) { $1 })
        try user.wait(until: "By the sun and the clock")
        try user.open(page: "What Follows")
        return user
    }

    @Test(arguments: [
        ("default=gtk", "Apps that use the portal will not follow."),
        (
            "org.freedesktop.impl.portal.Settings=appearanced;gtk;*",
            "The portal may start slowly or fail."
        ),
    ])
    func `a portal is repaired by a button that shows its lines, and Undo restores every byte`(
        line: String, finding: String
    ) throws {
        let before = "# mine\r\n[preferred]\n\(line)\norg.freedesktop.impl.portal.Print=none\n\n"
        try home.write(before, to: preferences)
        let user = try openFollow()
        try user.wait(until: finding)
        let mended = "org.freedesktop.impl.portal.Settings=appearanced;gtk\n"
        try user.wait(until: "  + " + mended.dropLast())
        #expect(try String(contentsOfFile: preferences, encoding: .utf8) == before)

        try user.press("Repair: \(finding)")
        try user.wait(untilGone: finding)
        try user.wait(until: "Repaired")
        #expect(try String(contentsOfFile: preferences, encoding: .utf8).contains(mended))
        #expect(FileManager.default.fileExists(atPath: backend))

        try user.undo()
        try user.wait(until: finding)
        #expect(try Data(contentsOf: URL(filePath: preferences)) == Data(before.utf8))
        #expect(!FileManager.default.fileExists(atPath: backend))
    }

    @Test func `a repair whose file has changed since is kept by Undo`() throws {
        try home.write("[preferred]\ndefault=gtk\n", to: preferences)
        let user = try openFollow()
        try user.wait(until: "Apps that use the portal will not follow.")
        try user.press("Repair: Apps that use the portal will not follow.")
        try user.wait(until: "Repaired")
        let own = try String(contentsOfFile: preferences, encoding: .utf8) + "# mine\n"
        try home.write(own, to: preferences)
        try user.undo()
        try user.wait(until: "The file has changed since, so it is kept.")
        #expect(try String(contentsOfFile: preferences, encoding: .utf8) == own)
    }
}

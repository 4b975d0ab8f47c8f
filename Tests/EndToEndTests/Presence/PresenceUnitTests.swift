import AppearanceTestSupport
import Testing

/// The unit of the presence as it is installed, under a real user's manager.
@Suite(.bounded, .requires(.userManager, .xvfb)) struct PresenceUnitTests {
    private static let unit = "appearance-presence"

    private let server: XServer
    private let manager: UserManager

    init() throws {
        let home = try TestHome()
        server = try XServer(in: home)
        manager = try SystemdInstallation.manager { home in
            try home.write(
                "[Unit]\nBindsTo=graphical-session.target\n",
                to: ".config/systemd/user/desktop.target")
        }
    }

    private func startSession() throws {
        try manager.succeed("systemctl --user set-environment DISPLAY=\(server.display)")
        try manager.succeed("systemctl --user start desktop.target")
    }

    private func wait(until state: String) throws {
        try manager.succeed(
            "until [ $(systemctl --user is-active \(Self.unit)) = \(state) ]; do sleep 0.1; done")
    }

    private func waitForReport() throws {
        try manager.succeed("until appearancectl why | grep -q manners; do sleep 0.1; done")
    }

    @Test func `the presence starts with a session that begins after the daemon`() throws {
        try manager.succeed("systemctl --user enable --now appearanced")
        #expect(try manager.run("systemctl --user is-active \(Self.unit)").output == "inactive")
        try startSession()
        try wait(until: "active")
        try waitForReport()
        try manager.succeed("systemctl --user stop desktop.target")
        try wait(until: "inactive")
        #expect(try manager.run("systemctl --user is-active appearanced").output == "active")
    }

    @Test func `the presence starts and stops with the daemon of a session`() throws {
        try startSession()
        #expect(try manager.run("systemctl --user is-active \(Self.unit)").output == "inactive")
        try manager.succeed("systemctl --user enable --now appearanced")
        try wait(until: "active")
        try waitForReport()
        try manager.succeed("systemctl --user restart appearanced")
        try waitForReport()
        try manager.succeed("systemctl --user stop appearanced")
        try wait(until: "inactive")
    }
}

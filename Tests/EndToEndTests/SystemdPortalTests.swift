import AppearanceTestSupport
import Testing

/// The real portal under a real user manager: it calls the backend whose files are installed,
/// and that starts the service only for a user who has enabled it.
@Suite(.bounded, .requires(.userManager, .portal)) struct SystemdPortalTests {
    private let manager: UserManager

    init() throws {
        manager = try SystemdInstallation.manager()
        try manager.succeed(
            "systemctl --user set-environment XDG_CURRENT_DESKTOP=sway"
                + " XDG_DESKTOP_PORTAL_DIR=/usr/local/share/xdg-desktop-portal/portals")
    }

    /// Starts the portal, or starts it again: it looks for its backends then.
    private func startPortal() throws {
        try manager.succeed("systemctl --user restart xdg-desktop-portal")
        // Whatever becomes of one backend, the frontend serves.
        try manager.succeed("\(Self.ask) org.freedesktop.DBus.Peer.Ping")
    }

    private func readColorScheme() throws -> UserManager.Outcome {
        try manager.run(
            "\(Self.ask) org.freedesktop.portal.Settings.Read"
                + " string:org.freedesktop.appearance string:color-scheme")
    }

    private static let ask =
        "dbus-send --session --print-reply=literal --dest=org.freedesktop.portal.Desktop"
        + " /org/freedesktop/portal/desktop"

    /// Whether the unit runs, and the mark of its latest start: empty where it was never started.
    private func unit() throws -> String {
        try manager.succeed(
            "systemctl --user show -p ActiveState -p InvocationID appearanced | sort | paste -s -d' '"
        )
    }

    @Test(.row("D24")) func `the portal does not start a service that is not enabled`() throws {
        try startPortal()
        #expect(try readColorScheme().status != 0)
        try manager.succeed("\(Self.ask) org.freedesktop.DBus.Peer.Ping")
        #expect(try unit() == "ActiveState=inactive InvocationID=")
        // It was requested, and the unit name that enabling creates does not exist.
        try manager.waitForJournal(
            "--user --unit xdg-desktop-portal",
            containing: "dbus-io.github.appearanced.service not found")
    }

    @Test(.row("D24")) func `a call of the portal starts an enabled service`() throws {
        try manager.succeed("systemctl --user enable appearanced")
        #expect(try unit() == "ActiveState=inactive InvocationID=")
        try startPortal()
        let answer = try readColorScheme()
        #expect(answer.status == 0, "\(answer.output)")
        #expect(answer.output.contains(/uint32 [12]$/), "\(answer.output)")
        // The caller may receive the reply before systemd learns that the service is ready.
        try manager.succeed("until systemctl --user is-active -q appearanced; do :; done")

        // Disabled and stopped, it stays so, and the portal continues.
        try manager.succeed("systemctl --user disable --now appearanced")
        #expect(try readColorScheme().status != 0)
        try manager.succeed("\(Self.ask) org.freedesktop.DBus.Peer.Ping")
        #expect(try unit().hasPrefix("ActiveState=inactive"))
    }
}

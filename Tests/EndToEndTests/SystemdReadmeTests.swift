import AppearanceTestSupport
import Testing

/// Runs the commands of docs/desktops.md about the portal, under a real user manager.
@Suite(.bounded, .requires(.userManager, .portal, .gdbus)) struct SystemdReadmeTests {
    /// The portal searches this folder only if configured; a distribution installs elsewhere.
    private static let folder = "XDG_DESKTOP_PORTAL_DIR=/usr/local/share/xdg-desktop-portal/portals"
    private static let readingOurs = "export \(folder);"
    private let manager: UserManager

    init() throws {
        manager = try SystemdInstallation.manager()
        try manager.succeed("systemctl --user set-environment \(Self.folder)")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("appearancectl set light")
    }

    @Test func `the commands for wlroots compositors make the portal answer`() throws {
        let section = try DocumentSection("wlroots compositors", in: "docs/desktops.md")
        let line = try #require(section.block(of: "text"))
        try #require(line.hasPrefix("exec "))
        try manager.succeed("WAYLAND_DISPLAY=wayland-7 \(line.dropFirst(5))")
        let environment = try manager.succeed("systemctl --user show-environment")
        #expect(environment.contains("WAYLAND_DISPLAY=wayland-7\n"))
        #expect(environment.contains("XDG_CURRENT_DESKTOP=sway\n"))

        let commands = section.commands
        try #require(commands.count == 3)
        let answers = try commands.map { try manager.succeed("\(Self.readingOurs) \($0)") }
        #expect(answers[2].contains("'io.github.appearanced': {'appearance': <'light'>}"))
        #expect(answers[2].contains("'color-scheme': <uint32 2>"))
        // The command from the text restores every byte.
        #expect(section.text.contains("`appearancectl portal remove`"))
        try manager.succeed("appearancectl portal remove")
        #expect(try manager.succeed("ls .config/xdg-desktop-portal") == "")
    }

    @Test func `the line for bare X11 reaches the portal`() throws {
        let line = try #require(
            DocumentSection("Bare X11", in: "docs/desktops.md").block(of: "sh"))
        try manager.succeed("DISPLAY=:7 XAUTHORITY=/dev/null \(line)")
        let environment = try manager.succeed("systemctl --user show-environment")
        for word in ["DISPLAY=:7", "XAUTHORITY=/dev/null", "XDG_CURRENT_DESKTOP=i3"] {
            #expect(environment.split(separator: "\n").contains(Substring(word)))
        }
    }
}

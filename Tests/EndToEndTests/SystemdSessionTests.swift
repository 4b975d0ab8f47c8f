import AppearanceTestSupport
import Testing

/// A service that outlives the session in which it was started, as with lingering or a quick login.
///
/// The next desktop is COSMIC, whose switch is a file.
@Suite(.bounded, .requires(.userManager)) struct SystemdSessionTests {
    private let manager: UserManager

    init() throws {
        manager = try SystemdInstallation.manager { home in
            try home.write(
                TestHome.daylight + "[desktop]\nfollow = \"auto\"\n",
                to: ".config/appearanced/config.toml")
        }
        try run(
            "systemctl --user set-environment XDG_CURRENT_DESKTOP=LXQt WAYLAND_DISPLAY=wayland-9")
        try run("systemctl --user enable --now appearanced")
        try run("systemctl --user set-environment XDG_CURRENT_DESKTOP=COSMIC")
    }

    /// Runs a command that must succeed.
    private func run(_ command: String) throws {
        let outcome = try manager.run(command)
        try #require(outcome.status == 0, "\(command): \(outcome.output)")
    }

    private func waitUntilDark(_ isDark: Bool) throws {
        let file = ".config/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
        try run("until grep -qsx \(isDark) \(file); do :; done")
    }

    @Test(.row("D26")) func `the desktop of the next session follows at the next change`() throws {
        try run("appearancectl set dark")
        try waitUntilDark(true)
    }

    @Test(.row("D26"), .requires(.portal))
    func `the desktop of the next session follows when its portal starts`() throws {
        try run("systemctl --user start xdg-desktop-portal")
        try waitUntilDark(false)
    }
}

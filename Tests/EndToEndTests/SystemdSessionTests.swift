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
        try manager.succeed(
            "systemctl --user set-environment XDG_CURRENT_DESKTOP=LXQt WAYLAND_DISPLAY=wayland-9")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("systemctl --user set-environment XDG_CURRENT_DESKTOP=COSMIC")
    }

    private func expectDark(_ isDark: Bool) throws {
        let file = ".config/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
        let found = try manager.succeed("until grep -sx \(isDark) \(file); do :; done")
        #expect(found == "\(isDark)")
    }

    @Test(.row("D26")) func `the desktop of the next session follows at the next change`() throws {
        try manager.succeed("appearancectl set dark")
        try expectDark(true)
    }

    @Test(.row("D26"), .requires(.portal))
    func `the desktop of the next session follows when its portal starts`() throws {
        try manager.succeed("systemctl --user start xdg-desktop-portal")
        try expectDark(false)
    }
}

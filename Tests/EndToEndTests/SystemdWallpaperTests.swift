import AppearanceTestSupport
import Testing

/// The daemon's unit under a real `systemd --user`, which does not see the processes of the session.
@Suite(.bounded, .requires(.userManager, .swaybg)) struct SystemdWallpaperTests {
    private let manager: UserManager

    init() throws {
        manager = try UserManager.withDaemon { home in
            let pictures = home.path + "/pictures"
            for (name, grey) in [("day", 250), ("dusk", 20)] {
                let pixel = " \(grey) \(grey) \(grey)"
                try home.write("P3 2 1 255\(pixel)\(pixel)\n", to: "pictures/\(name).ppm")
            }
            try home.write(
                TestHome.daylight + """
                    [desktop]
                    follow = "auto"
                    wallpaper = { light = "\(pictures)/day.ppm", dark = "\(pictures)/dusk.ppm" }

                    """, to: ".config/appearanced/config.toml")
            try home.write("output * bg #3c3c3c solid_color\n", to: "sway.conf")
        }
    }

    private func waitForPicture(_ name: String) throws {
        try manager.succeed("until pgrep -xa swaybg >shown && grep -q '\(name)' shown; do :; done")
    }

    @Test func `swaybg runs outside of the unit, and outlives the daemon`() throws {
        try manager.succeed(
            "systemd-run --user --quiet --setenv=WLR_BACKENDS=headless"
                + " --setenv=WLR_RENDERER=pixman --setenv=WLR_LIBINPUT_NO_DEVICES=1"
                + " sway --config ~/sway.conf")
        try waitForPicture("#3c3c3c")
        try manager.succeed(
            "cd $XDG_RUNTIME_DIR; display=$(echo wayland-?); cd;"
                + " systemctl --user set-environment XDG_CURRENT_DESKTOP=sway WAYLAND_DISPLAY=$display"
        )
        try manager.succeed("systemctl --user enable --now appearanced")
        try waitForPicture("day.ppm")
        try manager.succeed("bin/appearancectl set dark")
        try waitForPicture("dusk.ppm")
        try manager.waitForJournal(containing: "appearanced: awww, hyprpaper or swaybg")
        try manager.succeed("journalctl --user --output=cat >journal")
        // Not a line of the script.
        try manager.succeed("! grep -E 'swaybg_run|hyprctl' journal")
        try manager.succeed("systemctl --user stop appearanced")
        #expect(try manager.succeed("pgrep -xa swaybg").contains("dusk.ppm"))
        try manager.succeed("WAYLAND_DISPLAY=$display bin/appearancectl reset")
        try waitForPicture("#3c3c3c")
        #expect(try manager.succeed("pgrep -xc swaybg") == "1")
    }

    /// The unit is not a child of the daemon's, and would not end with systemd-run.
    @Test(.row("D19")) func `a script that takes too long is ended`() throws {
        let timeout = "#!/bin/sh\\necho $PPID >script; sleep 1000\\n"
        try manager.succeed("mkdir slow && printf '\(timeout)' >slow/timeout")
        try manager.succeed("touch slow/awww && chmod +x slow/*")
        try manager.succeed(
            "systemctl --user set-environment XDG_CURRENT_DESKTOP=sway WAYLAND_DISPLAY=wayland-9"
                + " PATH=$HOME/slow:$PATH")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("until [ -s script ]; do :; done")
        try manager.succeed("while kill -0 $(cat script) 2>/dev/null; do :; done")
        try manager.waitForJournal(
            "--user --unit appearanced", containing: "did not end and was stopped")
    }
}

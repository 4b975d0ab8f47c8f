import AppearanceTestSupport
import Testing

/// The filter's unit as it is installed, under a real user's manager, on a desktop with a night
/// light: the desktop's programs work inside its sandbox too.
@Suite(.bounded, .requires(.userManager, .weston, .nightLight, .kwriteconfig))
struct NightLightUnitTests {
    /// The setting that is the last to be made, when it is.
    private static let isNight: [NightLightScene.DesktopKind: String] = [
        .gnome: "gsettings get \(NightLightScene.schema) night-light-enabled | grep -q true",
        .kde: "grep -q Active=true ~/.config/kwinrc",
        .magnifier:
            "gsettings get org.gnome.desktop.a11y.applications screen-magnifier-enabled"
            + " | grep -q true",
    ]

    @Test(.row("G1", "G11"), arguments: NightLightScene.DesktopKind.allCases)
    func `the unit holds the night light and restores it`(
        _ kind: NightLightScene.DesktopKind
    ) throws {
        var weston: [String] = []
        let manager = try SystemdInstallation.manager {
            weston = try PlainCompositor.install(in: $0)
        }
        let words = weston.map { "'\($0)'" }.joined(separator: " ")
        let compositor = try manager.run("systemd-run --user --unit=compositor \(words)")
        try #require(compositor.status == 0, "\(compositor.output)")
        try manager.waitForJournal("--user --unit compositor", containing: "kiosk-shell.so")
        // An empty file is as good as none, but not the same.
        try manager.run("mkdir -p ~/.config/appearanced; touch ~/.config/kwinrc")
        try manager.run(
            "printf '[nightfilter]\\n%s = \"%s\"\\n' \(kind.methodKey) \(kind.methodChoice)"
                + " >~/.config/appearanced/config.toml")
        let settings = "dconf dump /; cat ~/.config/kwinrc"
        let before = try manager.run(settings).output
        try manager.run(
            "systemctl --user set-environment WAYLAND_DISPLAY=wayland-plain APPEARANCE_FAKE=night"
                + " XDG_CURRENT_DESKTOP=\(kind.rawValue)")
        let start = try manager.run("systemctl --user start appearance-nightfilter")
        #expect(start.status == 0, "\(start.output)")
        let isNight = try #require(Self.isNight[kind])
        try manager.run("until \(isNight); do sleep 0.1; done")
        let stop = try manager.run("systemctl --user stop appearance-nightfilter")
        #expect(stop.status == 0, "\(stop.output)")
        let log = try manager.run("journalctl --user --unit appearance-nightfilter --output=cat")
        #expect(try manager.run(settings).output == before, "\(log.output)")
    }
}

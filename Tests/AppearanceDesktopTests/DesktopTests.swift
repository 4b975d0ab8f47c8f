import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Which desktop runs, and which switch that is.
@Suite(.bounded) struct DesktopTests {
    @Test func `every setting names its place`() {
        #expect(
            DesktopSetting.allCases.filter { $0.place == .layerShell } == [.layerShellWallpaper])
        #expect(DesktopSetting.allCases.filter { $0.place == .x11Root } == [.x11Wallpaper])
        #expect(
            [.xfceTheme, .xfceWallpaper, .qt5Palette, .kdeCursorTheme].map(\DesktopSetting.place)
                == [
                    .xfconf(channel: "xsettings", property: "/Net/ThemeName"),
                    .xfconfScreens(channel: "xfce4-desktop", suffix: "/last-image"),
                    .file("qt5ct/qt5ct.conf", "Appearance", "custom_palette"),
                    .kconfig(.cursorTheme),
                ])
        #expect(PlasmaSetting.cursorTheme.place == ("kcminputrc", "Mouse", "cursorTheme"))
    }

    @Test(arguments: [
        ("GNOME", Desktop.gnome), ("ubuntu:GNOME", .gnome), ("GNOME-Classic:GNOME", .gnome),
        ("gnome", .gnome), ("KDE", .kde), ("XFCE", .xfce), ("COSMIC", .cosmic), ("", .other),
        ("Budgie:GNOME", .budgie), ("Pantheon", .pantheon),
        ("X-Cinnamon", .cinnamon), ("MATE", .mate), ("i3", .x11),
        ("sway", .layerShell), ("Hyprland", .layerShell),
        (":::", .other),
        ("wlroots:KDE", .kde),
    ])
    func `the desktop is detected from XDG_CURRENT_DESKTOP`(_ names: String, _ desktop: Desktop) {
        #expect(Desktop(currentDesktop: names) == desktop)
    }

    @Test(arguments: [
        ("10.7.1", Desktop.gnome), ("10.7", .gnome), ("10.8.1", .budgie), ("10.10.3", .budgie),
    ])
    func `Budgie 10.7 follows as GNOME`(_ version: String, _ expected: Desktop) {
        let session = DesktopSession { $0 == "XDG_DATA_DIRS" ? "/a:/b:/c" : nil }
        let text = "<budgie-version>\n\t<str>\(version)</str>\n</budgie-version>"
        #expect(
            session.desktop(named: "Budgie:GNOME") {
                ["/b/budgie/budgie-version.xml": text, "/c/budgie/budgie-version.xml": ""][$0]
            } == expected)
        #expect(session.desktop(named: "Budgie") { _ in nil } == .budgie)
        #expect(session.desktop(named: "sway") { _ in text } == .layerShell)
    }

    @Test func `without a desktop to follow there is no switch`() {
        for desktop in Desktop.allCases { #expect(DesktopSwitch(.none, on: desktop) == nil) }
    }

    @Test(arguments: [
        (Desktop.gnome, DesktopSwitch.gsettings), (.other, .gsettings), (.kde, .kde),
        (.xfce, .xfce), (.mate, .gsettings), (.x11, .gsettings), (.layerShell, .gsettings),
        (.cinnamon, .gsettings), (.budgie, .gsettings), (.pantheon, .gsettings),
        (.cosmic, .gsettings),
    ])
    func `auto means the switch of the running desktop`(
        _ desktop: Desktop, _ expected: DesktopSwitch
    ) {
        #expect(DesktopSwitch(.auto, on: desktop) == expected)
    }

    @Test func `a configured switch is used on any desktop`() {
        #expect(DesktopSwitch(.kde, on: .gnome) == .kde)
        #expect(DesktopSwitch(.xfce, on: .other) == .xfce)
        #expect(DesktopSwitch(.gsettings, on: .kde) == .gsettings)
    }

    @Test func `only configured settings are set`() {
        var settings = DesktopSettings()
        #expect(DesktopSwitch.gsettings.settings(in: settings, on: .other) == [.colorScheme])
        #expect(DesktopSwitch.kde.settings(in: settings, on: .other) == [.kdeColorScheme])
        #expect(
            DesktopSwitch.xfce.settings(in: settings, on: .other) == [.xfceTheme, .colorScheme])
        settings.gtkTheme = ThemeNames(light: "Adwaita", dark: "Adwaita-dark")
        settings.kdeLookAndFeel = ThemeNames(light: "a", dark: "b")
        settings.xfceTheme = ThemeNames()
        #expect(
            DesktopSwitch.gsettings.settings(in: settings, on: .other) == [.colorScheme, .gtkTheme])
        settings.kvantumTheme = ThemeNames(light: "KvArc", dark: "KvArcDark")
        #expect(
            DesktopSwitch.kde.settings(in: settings, on: .other) == [
                .kdeLookAndFeel, .kvantumTheme,
            ])
        settings.kvantumTheme = ThemeNames()
        #expect(DesktopSwitch.xfce.settings(in: settings, on: .other) == [.colorScheme])
    }

    private static let pairs: [(Desktop, [DesktopSetting])] = [
        (.gnome, [.colorScheme, .iconTheme, .wallpaper, .darkWallpaper]),
        (.mate, [.colorScheme, .iconTheme, .mateIconTheme, .mateWallpaper]),
        (
            .cinnamon,
            [
                .cinnamonColorScheme, .colorScheme, .iconTheme, .cinnamonIconTheme,
                .cinnamonWallpaper,
            ]
        ),
        (.budgie, [.budgieDarkTheme, .colorScheme, .iconTheme, .wallpaper, .darkWallpaper]),
        (.pantheon, [.pantheonColorScheme, .colorScheme, .iconTheme, .wallpaper, .darkWallpaper]),
        (.cosmic, [.cosmicIsDark, .colorScheme, .iconTheme, .wallpaper, .darkWallpaper]),
        (.x11, [.colorScheme, .iconTheme, .x11Wallpaper]),
        (.layerShell, [.colorScheme, .iconTheme, .layerShellWallpaper]),
        (.kde, [.kdeColorScheme, .kdeIconTheme, .kdeWallpaper]),
        (.xfce, [.xfceTheme, .xfceIconTheme, .xfceWallpaper, .colorScheme]),
    ]

    @Test(arguments: pairs)
    func `icons and a picture are set where the running desktop reads them`(
        desktop: Desktop, expected: [DesktopSetting]
    ) throws {
        var settings = DesktopSettings()
        settings.iconTheme = ThemeNames(light: "Papirus-Light", dark: "Papirus-Dark")
        settings.wallpaper = ThemeNames(light: "/day.jpg", dark: "/dusk.jpg")
        let control = try #require(DesktopSwitch(.auto, on: desktop))
        #expect(control.settings(in: settings, on: desktop) == expected)
    }
}

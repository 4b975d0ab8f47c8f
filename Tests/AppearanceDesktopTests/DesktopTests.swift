import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Which desktop runs, and which switch that is.
@Suite(.bounded) struct DesktopTests {
    @Test(arguments: [
        ("GNOME", Desktop.gnome), ("ubuntu:GNOME", .gnome), ("GNOME-Classic:GNOME", .gnome),
        ("gnome", .gnome), ("KDE", .kde), ("XFCE", .xfce), ("sway", .other), ("", .other),
        ("Budgie:GNOME", .gnome), ("X-Cinnamon", .other), (":::", .other), ("wlroots:KDE", .kde),
    ])
    func currentDesktopNamesIt(_ names: String, _ desktop: Desktop) {
        #expect(Desktop(currentDesktop: names) == desktop)
    }

    @Test func followingNobodyIsNoSwitch() {
        for desktop in Desktop.allCases { #expect(DesktopSwitch(.none, on: desktop) == nil) }
    }

    @Test(arguments: [
        (Desktop.gnome, DesktopSwitch.gsettings), (.other, .gsettings), (.kde, .kde),
        (.xfce, .xfce),
    ])
    func autoIsTheSwitchOfTheDesktopThatRuns(_ desktop: Desktop, _ expected: DesktopSwitch) {
        #expect(DesktopSwitch(.auto, on: desktop) == expected)
    }

    @Test func namedSwitchIsTakenWhateverRuns() {
        #expect(DesktopSwitch(.kde, on: .gnome) == .kde)
        #expect(DesktopSwitch(.xfce, on: .other) == .xfce)
        #expect(DesktopSwitch(.gsettings, on: .kde) == .gsettings)
    }

    @Test func onlyWhatIsConfiguredIsSet() {
        var settings = DesktopSettings()
        #expect(DesktopSwitch.gsettings.settings(in: settings) == [.colorScheme])
        #expect(DesktopSwitch.kde.settings(in: settings) == [.kdeColorScheme])
        #expect(DesktopSwitch.xfce.settings(in: settings) == [.xfceTheme, .colorScheme])
        settings.gtkTheme = ThemeNames(light: "Adwaita", dark: "Adwaita-dark")
        settings.kdeLookAndFeel = ThemeNames(light: "a", dark: "b")
        settings.xfceTheme = ThemeNames()
        #expect(DesktopSwitch.gsettings.settings(in: settings) == [.colorScheme, .gtkTheme])
        #expect(DesktopSwitch.kde.settings(in: settings) == [.kdeLookAndFeel])
        #expect(DesktopSwitch.xfce.settings(in: settings) == [.colorScheme])
    }
}

import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// What is remembered of what was changed.
@Suite(.bounded) struct DesktopLedgerTests {
    @Test func `original is the value before the first change`() {
        var ledger = DesktopLedger()
        ledger.willWrite("prefer-dark", to: .colorScheme, over: "default")
        #expect(ledger[.colorScheme]?.ours == ["default", "prefer-dark"])
        ledger.didWrite("prefer-dark", to: .colorScheme)
        ledger.willWrite("default", to: .colorScheme, over: "prefer-dark")
        ledger.didWrite("default", to: .colorScheme)
        #expect(ledger[.colorScheme] == DesktopLedger.Entry(original: "default", ours: ["default"]))
    }

    @Test func `a setting that ends with the session has a new original in the next one`() {
        var ledger = DesktopLedger()
        ledger.willWrite("/dusk.jpg", to: .x11Wallpaper, over: "/me/.fehbg")
        ledger.didWrite("/dusk.jpg", to: .x11Wallpaper)
        ledger.willWrite("/day.jpg", to: .x11Wallpaper, over: "/dusk.jpg")
        ledger.didWrite("/day.jpg", to: .x11Wallpaper)
        #expect(ledger[.x11Wallpaper]?.original == "/me/.fehbg")
        #expect(ledger.lastValues(of: .x11Wallpaper) == [])
        ledger.willWrite("/dusk.jpg", to: .x11Wallpaper, over: "/you/.fehbg")
        #expect(ledger[.x11Wallpaper]?.original == "/you/.fehbg")
    }

    @Test func `what is restored is forgotten`() {
        var ledger = DesktopLedger([.colorScheme: .init(original: "default")])
        ledger.gaveBack(.colorScheme)
        #expect(ledger == DesktopLedger())
    }

    @Test func `file is read back as itself`() {
        let ledger = DesktopLedger([
            .colorScheme: .init(original: "default", ours: ["prefer-dark"]),
            .xfceTheme: .init(original: nil, ours: ["Adwaita", "Adwaita-dark"]),
            .gtkTheme: .init(original: "Jo\"s \u{1F319}", ours: []),
        ])
        #expect(DesktopLedger(decoding: ledger.encoded) == ledger)
        #expect(DesktopLedger(decoding: DesktopLedger().encoded) == DesktopLedger())
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"version":2,"settings":[]}"#, #"{"version":1}"#,
        #"{"version":1,"settings":[{"setting":"registry HKCU","original":null,"ours":[]}]}"#,
        #"{"version":1,"settings":[{"original":null,"ours":[]}]}"#,
    ])
    func `a truncated journal is ignored`(_ text: String) {
        #expect(DesktopLedger(decoding: Array(text.utf8)) == nil)
    }

    // The file outlives the program that wrote it.
    @Test func `names of settings stay`() {
        #expect(
            DesktopSetting.allCases.map(\.rawValue) == [
                "gsettings org.gnome.desktop.interface color-scheme",
                "gsettings org.gnome.desktop.interface gtk-theme",
                "gsettings org.gnome.desktop.interface icon-theme",
                "gsettings org.gnome.desktop.interface cursor-theme",
                "gsettings org.gnome.desktop.background picture-uri",
                "gsettings org.gnome.desktop.background picture-uri-dark",
                "gsettings org.mate.interface gtk-theme",
                "gsettings org.mate.interface icon-theme",
                "gsettings org.mate.peripherals-mouse cursor-theme",
                "gsettings org.mate.background picture-filename",
                "gsettings org.cinnamon.desktop.interface gtk-theme",
                "gsettings org.cinnamon.desktop.interface icon-theme",
                "gsettings org.cinnamon.desktop.interface cursor-theme",
                "gsettings org.cinnamon.desktop.background picture-uri",
                "gsettings org.cinnamon.theme name",
                "gsettings org.x.apps.portal color-scheme",
                "gsettings com.solus-project.budgie-panel dark-theme",
                "gsettings io.elementary.settings-daemon.prefers-color-scheme color-scheme",
                "file cosmic/com.system76.CosmicTheme.Mode/v1/is_dark",
                "kdeglobals KDE LookAndFeelPackage", "kdeglobals General ColorScheme",
                "kdeglobals Icons Theme", "kcminputrc Mouse cursorTheme", "plasmashell wallpaper",
                "xfconf xsettings /Net/ThemeName", "xfconf xfwm4 /general/theme",
                "xfconf xsettings /Net/IconThemeName", "xfconf xsettings /Gtk/CursorThemeName",
                "xfconf xfce4-desktop last-image", "x11 root picture", "swaybg pictures",
                "file Kvantum/kvantum.kvconfig General theme",
                "file qt5ct/qt5ct.conf Appearance color_scheme_path",
                "file qt5ct/qt5ct.conf Appearance custom_palette",
                "file qt6ct/qt6ct.conf Appearance color_scheme_path",
                "file qt6ct/qt6ct.conf Appearance custom_palette",
            ])
    }
}

import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The original values of what was changed.
@Suite(.bounded) struct SettingsJournalTests {
    private static let scheme = DesktopSetting.colorScheme.rawValue

    @Test func `the original is the value before the first change`() {
        var journal = SettingsJournal()
        journal.willWrite("prefer-dark", to: .colorScheme, over: "default")
        #expect(journal[.colorScheme]?.ours == ["default", "prefer-dark"])
        journal.didWrite("prefer-dark", to: .colorScheme)
        journal.willWrite("default", to: .colorScheme, over: "prefer-light")
        journal.didWrite("default", to: .colorScheme)
        #expect(
            journal[.colorScheme]
                == SettingsJournal.Entry(Self.scheme, original: "default", ours: ["default"]))
    }

    @Test func `a setting that ends with the session has a new original in the next one`() {
        var journal = SettingsJournal()
        journal.willWrite("/dusk.jpg", to: .x11Wallpaper, over: "/me/.fehbg")
        journal.didWrite("/dusk.jpg", to: .x11Wallpaper)
        journal.willWrite("/day.jpg", to: .x11Wallpaper, over: "/dusk.jpg")
        journal.didWrite("/day.jpg", to: .x11Wallpaper)
        #expect(journal[.x11Wallpaper]?.original == "/me/.fehbg")
        #expect(journal.lastValues(of: .x11Wallpaper) == [])
        journal.willWrite("/dusk.jpg", to: .x11Wallpaper, over: "/you/.fehbg")
        #expect(journal[.x11Wallpaper]?.original == "/you/.fehbg")
    }

    @Test func `a picture of ours on a screen that was plugged in is no original`() {
        var journal = SettingsJournal()
        let mixed = #"[["awww","DP-1","image","/day.jpg"],["awww","DP-2","image","/new.jpg"]]"#
        for (value, present) in [
            ("/dusk.jpg", "/mine.jpg"), ("/day.jpg", "/dusk.jpg"), ("/night.jpg", "/dusk.jpg"),
            ("/dusk.jpg", mixed),
        ] {
            journal.willWrite(value, to: .layerShellWallpaper, over: present)
            journal.didWrite(value, to: .layerShellWallpaper)
        }
        let entry = journal[.layerShellWallpaper]
        #expect(entry?.original == "/mine.jpg")
        #expect(entry?.ours == ["/day.jpg", "/night.jpg", "/dusk.jpg"])
        journal.willWrite("/day.jpg", to: .layerShellWallpaper, over: "/yours.jpg")
        #expect(journal[.layerShellWallpaper]?.original == "/yours.jpg")
    }

    @Test func `the journal keeps few values of ours`() {
        var journal = SettingsJournal()
        for number in 1...20 {
            journal.willWrite("/\(number)", to: .layerShellWallpaper, over: "/\(number - 1)")
            journal.didWrite("/\(number)", to: .layerShellWallpaper)
        }
        #expect(journal[.layerShellWallpaper]?.ours == (13...20).map { "/\($0)" })
    }

    @Test func `a restored value is removed from the journal`() {
        var journal = SettingsJournal([.init(Self.scheme, original: "default")])
        journal.didRestore(.colorScheme)
        #expect(journal == SettingsJournal())
    }

    @Test func `the journal is read back unchanged`() {
        let journal = SettingsJournal([
            .init(Self.scheme, original: "default", ours: ["prefer-dark"]),
            .init(
                DesktopSetting.xfceTheme.rawValue, original: nil, ours: ["Adwaita", "Adwaita-dark"]),
            .init(DesktopSetting.gtkTheme.rawValue, original: "Jo\"s \u{1F319}"),
        ])
        for journal in [journal, SettingsJournal()] {
            #expect(SettingsJournal(decoding: journal.encoded, of: .desktop) == journal)
        }
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"version":2,"settings":[]}"#, #"{"version":1}"#,
        #"{"version":1,"settings":{}}"#,
    ])
    func `a truncated journal is ignored`(_ text: String) {
        #expect(SettingsJournal(decoding: Array(text.utf8), of: .desktop) == nil)
    }

    @Test func `journals of version 0.1.0 are read whole`() throws {
        func journal(_ scope: SettingsJournal.Scope) throws -> SettingsJournal {
            let text = try Repository.text(of: "Tests/Fixtures/0.1.0/" + scope.fileName)
            return try #require(SettingsJournal(decoding: Array(text.utf8), of: scope))
        }
        let desktop = try journal(.desktop)
        #expect(!desktop.unknown.hasSettings)
        #expect(desktop[.colorScheme]?.original == "'default'")
        #expect(Set(desktop.settings) == [.colorScheme, .kdeColorScheme, .xfceTheme])
        let nightLight = try journal(.nightLight(.gnome))
        #expect(nightLight.isTaken == true && !nightLight.unknown.hasSettings)
        #expect(nightLight.entries.map(\.original) == ["false", nil])
    }

    @Test(arguments: [true, false])
    func `a night light's file is read back as itself`(_ isTaken: Bool) {
        let journal = SettingsJournal(
            [
                .init("Active", original: nil, ours: ["true"]),
                .init("Mode", original: "Jo\"s \u{1F319}", ours: ["Constant"]),
            ], isTaken: isTaken)
        #expect(SettingsJournal(decoding: journal.encoded, of: .nightLight(.kwin)) == journal)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"version":2,"taken":true,"settings":[]}"#,
        #"{"version":1,"settings":[]}"#, #"{"version":1,"taken":true}"#,
    ])
    func `a truncated journal of a night light is ignored`(_ text: String) {
        #expect(SettingsJournal(decoding: Array(text.utf8), of: .nightLight(.kwin)) == nil)
    }

    @Test(
        .row("C18"),
        arguments: [
            (
                SettingsJournal.Scope.desktop,
                [
                    #"{"version":1,"settings":["#, #""more":{"a":[1,2.5,null,"é"]}}"#,
                    #"{"setting":"xfconf xsettings /Net/ThemeName","original":null,"ours":["A"],"#
                        + #""since":4}"#, #"{"setting":"registry HKCU","original":7,"ours":{}}"#,
                    "[3]",
                ]
            ),
            (
                .nightLight(.kwin),
                [
                    #"{"version":1,"taken":true,"settings":["#, #""more":[true]}"#,
                    #"{"setting":"Mode","original":"Times","ours":"Constant","since":4}"#,
                    #"{"setting":"Later","original":"7","ours":"8"}"#,
                    #"{"setting":"Mode","original":null}"#,
                ]
            ),
        ])
    func `the parts of a newer version are kept`(
        _ scope: SettingsJournal.Scope, _ parts: [String]
    ) throws {
        let text = parts[0] + parts[2...].joined(separator: ",") + "]," + parts[1] + "\n"
        let journal = try #require(SettingsJournal(decoding: Array(text.utf8), of: scope))
        #expect(journal.entries.count == 1)
        #expect(journal.unknownText("/j")?.contains("rm /j") == true)
        #expect(String(decoding: journal.encoded, as: UTF8.self) == text)
        var changed = journal
        changed.didRestore(.xfceTheme)
        #expect(String(decoding: changed.encoded, as: UTF8.self).contains(parts[3]))
    }

    // An installed version has left them, and an older one may read them next.
    @Test(arguments: [
        (
            SettingsJournal.Scope.desktop,
            #"{"version":1,"settings":[{"setting":"xfconf xsettings /Net/ThemeName","#
                + #""original":null,"ours":["Adwaita","Adwaita-dark"]}]}"#
        ),
        (
            .nightLight(.kwin),
            #"{"version":1,"taken":true,"settings":[{"setting":"Mode","original":"Times","#
                + #""ours":"Constant"}]}"#
        ),
    ])
    func `the formats of the files stay`(_ scope: SettingsJournal.Scope, _ text: String) throws {
        let journal = try #require(SettingsJournal(decoding: Array(text.utf8), of: scope))
        #expect(journal.entries.count == 1)
        #expect(String(decoding: journal.encoded, as: UTF8.self) == text + "\n")
    }

    @Test func `the names of files are unchanged`() {
        #expect(
            NightLight.allCases.map { SettingsJournal.Scope.nightLight($0).fileName } == [
                "night-light-gnome.json", "night-light-kwin.json", "night-light-magnifier.json",
            ])
        #expect(SettingsJournal.Scope.desktop.fileName == "desktop.json")
    }

    // The file outlives the program that wrote it.
    @Test func `the identifiers of settings are stable`() {
        #expect(
            DesktopSetting.allCases.map(\.rawValue) == [
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
                "gsettings org.gnome.desktop.interface color-scheme",
                "gsettings org.x.apps.portal color-scheme",
                "gsettings com.solus-project.budgie-panel dark-theme",
                "gsettings io.elementary.settings-daemon.prefers-color-scheme color-scheme",
                "file cosmic/com.system76.CosmicTheme.Mode/v1/is_dark",
                "kdeglobals KDE LookAndFeelPackage", "kdeglobals General ColorScheme",
                "kdeglobals Icons Theme", "kcminputrc Mouse cursorTheme", "plasmashell wallpaper",
                "xfconf xsettings /Net/ThemeName", "xfconf xfwm4 /general/theme",
                "xfconf xsettings /Net/IconThemeName", "xfconf xsettings /Gtk/CursorThemeName",
                "xfconf xfce4-desktop last-image", "x11 root picture",
                "Wayland background pictures",
                "file Kvantum/kvantum.kvconfig General theme",
                "file qt5ct/qt5ct.conf Appearance color_scheme_path",
                "file qt5ct/qt5ct.conf Appearance custom_palette",
                "file qt6ct/qt6ct.conf Appearance color_scheme_path",
                "file qt6ct/qt6ct.conf Appearance custom_palette",
            ])
    }
}

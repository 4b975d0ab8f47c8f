import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Values read from Plasma's file.
@Suite(.bounded) struct KDEGlobalsTests {
    @Test func `the applied scheme and theme are read`() {
        let globals = KDEGlobals(
            """
            [$Version]
            update_info=kded.upd:kde3.0

            [Colors:Window]
            BackgroundAlternate=77,77,77
            BackgroundNormal=42,46,50

            [General]
            # a comment
            ColorScheme=BreezeDark
            Name = ignored

            [KDE]
            LookAndFeelPackage=org.kde.breezedark.desktop
            """)
        #expect(globals.colorScheme == "BreezeDark")
        #expect(globals.lookAndFeel == "org.kde.breezedark.desktop")
        #expect(globals.windowTone == .dark)
        #expect(!globals.switchesByItself)
        #expect(globals.value(of: .kdeColorScheme) == "BreezeDark")
        #expect(globals.value(of: .kdeLookAndFeel) == "org.kde.breezedark.desktop")
    }

    @Test func `an empty file means Plasma's default`() {
        #expect(KDEGlobals("") == KDEGlobals("[General]\nColorScheme=\n"))
        #expect(KDEGlobals("").colorScheme == nil)
        #expect(KDEGlobals("").windowTone == nil)
    }

    @Test func `without a choice Plasma's own default is read`() {
        #expect(KDEGlobals("").value(of: .kdeColorScheme) == "BreezeLight")
        #expect(KDEGlobals("").value(of: .kdeLookAndFeel) == "org.kde.breeze.desktop")
        #expect(KDEGlobals("").value(of: .colorScheme) == nil)
    }

    @Test func `the user's file takes precedence over that of a theme`() {
        let globals = KDEGlobals([
            "[Colors:Window]\nBackgroundNormal=0,0,0\n[KDE]\nAutomaticLookAndFeel=false\n",
            "[General]\nColorScheme=BreezeDark\n[Colors:Window]\nBackgroundNormal=255,255,255\n",
            "[General]\nColorScheme=BreezeLight\n[KDE]\nAutomaticLookAndFeel=true\n",
        ])
        #expect(globals.colorScheme == "BreezeDark")
        #expect(globals.windowTone == .dark)
        #expect(!globals.switchesByItself)
    }

    @Test(arguments: [
        (nil, ["/h", "/h/kdedefaults", "/etc/xdg"]), ("", ["/h", "/h/kdedefaults", "/etc/xdg"]),
        ("/a:b:/c", ["/h", "/h/kdedefaults", "/a", "/c"]),
    ])
    func `the paths are those that KConfig reads`(_ directories: String?, _ folders: [String]) {
        let paths = ["kdeglobals", "kcminputrc"].flatMap { name in folders.map { "\($0)/\(name)" } }
        let session = DesktopSession {
            ["XDG_CONFIG_HOME": "/h", "XDG_CONFIG_DIRS": directories][$0] ?? nil
        }
        #expect(session.plasmaPaths == paths)
    }

    @Test func `the icons and the pointer have their own tone`() {
        let globals = KDEGlobals([
            "[Icons]\nTheme=breeze-dark\n[Colors:Window]\nBackgroundNormal=255,255,255\n",
            "[General]\nColorScheme=BreezeDark\n[KDE]\nLookAndFeelPackage=org.kde.breezedark\n",
            "[Mouse]\ncursorTheme=DMZ-White\n",
        ])
        #expect(globals.value(of: .kdeIconTheme) == "breeze-dark")
        #expect(globals.value(of: .kdeCursorTheme) == "DMZ-White")
        #expect(globals.tone(of: .kdeIconTheme, DesktopSettings()) == .dark)
        #expect(globals.tone(of: .kdeColorScheme, DesktopSettings()) == .light)
        #expect(globals.tone(of: .kdeLookAndFeel, DesktopSettings()) == .light)
        #expect(KDEGlobals("").value(of: .kdeCursorTheme) == "breeze_cursors")
    }

    @Test(arguments: ["true", "1", "on", "True"])
    func `Plasma's own switching is detected`(_ word: String) {
        #expect(KDEGlobals("[KDE]\nAutomaticLookAndFeel=\(word)\n").switchesByItself)
    }

    @Test func `a key of another group is ignored`() {
        #expect(KDEGlobals("[Other]\nColorScheme=BreezeDark\n").colorScheme == nil)
        #expect(KDEGlobals("[KDE][General]\nColorScheme=BreezeDark\n").colorScheme == nil)
    }

    @Test func `a key marked as immutable is read`() {
        #expect(KDEGlobals("[General]\nColorScheme[$i]=BreezeDark").colorScheme == "BreezeDark")
    }

    @Test(arguments: [
        ("239,240,241", Tone.light), ("192,192,192", .light), ("191,191,191", .dark),
        ("0,0,0,255", .dark), ("255,255,0", .light), ("255,0,255", .dark), ("0,255,255", .dark),
    ])
    func `a window colour is light from a grey of 192`(_ color: String, _ tone: Tone) {
        #expect(
            KDEGlobals("[Colors:Window]\nBackgroundNormal=\(color)").windowTone == tone)
    }

    @Test(arguments: ["", "1,2", "a,b,c", "300,0,0", "-1,0,0", ","])
    func `an invalid colour has no tone`(_ color: String) {
        #expect(KDEGlobals("[Colors:Window]\nBackgroundNormal=\(color)").windowTone == nil)
    }
}

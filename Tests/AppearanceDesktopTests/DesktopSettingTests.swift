import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The values written to each setting, and the meaning of the values read.
@Suite(.bounded) struct DesktopSettingTests {
    private let settings = DesktopSettings()

    @Test(arguments: [
        (DesktopSetting.colorScheme, "default", "prefer-dark", "prefer-dark"),
        (.kdeColorScheme, "BreezeLight", "BreezeDark", "BreezeDark"),
        (.xfceTheme, "Adwaita", "Adwaita-dark", "Adwaita-dark"),
    ])
    func `every setting has its built-in values`(
        _ setting: DesktopSetting, _ light: String, _ dark: String, _ night: String
    ) {
        #expect(setting.value(in: .light, settings) == light)
        #expect(setting.value(in: .dark, settings) == dark)
        #expect(setting.value(in: .night, settings) == night)
    }

    @Test(arguments: [
        ("sway", "prefer-light"), ("i3", "prefer-light"), ("Hyprland", "prefer-light"),
        ("GNOME", "default"), ("ubuntu:GNOME", "default"), ("XFCE", "default"),
        ("Budgie:GNOME", "prefer-light"), ("Budgie", "prefer-light"),
        ("X-Cinnamon", "default"), ("COSMIC", "default"), ("", "default"), (nil, "default"),
    ])
    func `light is preferred where no switch of the desktop writes another value`(
        names: String?, value: String
    ) {
        let resolved = settings.resolved(on: names)
        #expect(DesktopSetting.colorScheme.value(in: .light, resolved) == value)
        var chosen = settings
        chosen.lightScheme = .standard
        #expect(chosen.resolved(on: names) == chosen)
    }

    @Test(arguments: [
        (nil, "/h/me/.config/kdedefaults:/etc/xdg"),
        (
            "/etc/xdg/xdg-plasma:/etc/xdg",
            "/h/me/.config/kdedefaults:/etc/xdg/xdg-plasma:/etc/xdg"
        ),
        ("/h/me/.config/kdedefaults:/etc/xdg", "/h/me/.config/kdedefaults:/etc/xdg"),
    ])
    func `Plasma's programs receive the folder of the global theme`(
        directories: String?, expected: String
    ) {
        let session = DesktopSession {
            ["HOME": "/h/me", "XDG_CONFIG_DIRS": directories][$0] ?? nil
        }
        for setting in [DesktopSetting.kdeColorScheme, .kdeLookAndFeel] {
            let additions = setting.writing("x")?.environment(in: session)
            #expect(additions == ["XDG_CONFIG_DIRS": expected, "QT_QPA_PLATFORM": "offscreen"])
        }
        #expect(DesktopSetting.colorScheme.writing("x")?.environment(in: session) == [:])
    }

    @Test func `the value prefer-light can be configured`() {
        var settings = settings
        settings.lightScheme = .preferLight
        #expect(DesktopSetting.colorScheme.value(in: .light, settings) == "prefer-light")
    }

    @Test(arguments: [
        (DesktopSetting.colorScheme, "default", Tone.light), (.colorScheme, "prefer-light", .light),
        (.colorScheme, "prefer-dark", .dark), (.kdeColorScheme, "BreezeDark", .dark),
        (.kdeColorScheme, "BreezeLight", .light), (.xfceTheme, "Greybird-dark", .dark),
        (.xfceTheme, "Greybird", .light), (.gtkTheme, "Arc-Darker", .dark),
    ])
    func `every value has the tone light or dark`(
        _ setting: DesktopSetting, _ value: String, _ tone: Tone
    ) {
        #expect(setting.tone(of: value, settings) == tone)
    }

    @Test func `a configured name takes precedence over a guess from its letters`() {
        var settings = settings
        settings.xfceTheme = ThemeNames(light: "Darkroom", dark: "Nordic", night: "Ember")
        #expect(DesktopSetting.xfceTheme.tone(of: "Darkroom", settings) == .light)
        #expect(DesktopSetting.xfceTheme.tone(of: "Nordic", settings) == .dark)
        #expect(DesktopSetting.xfceTheme.tone(of: "Ember", settings) == .dark)
        let state = DesktopSetting.xfceTheme.state(of: "Nordic", in: [], before: nil, settings)
        #expect(state == .init(value: "Nordic", tone: .dark))
    }

    @Test(arguments: [
        ("'prefer-dark'\n", "prefer-dark"), ("'default'", "default"),
        ("\"it's\"\n", "it's"), ("'a\\'b\\\\c'", "a'b\\c"),
        (#"'a\nb\tc\u200dd\U000e0041'"#, "a\nb\tc\u{200d}d\u{e0041}"),
    ])
    func `a quoted answer of GSettings is read`(_ answer: String, _ value: String) {
        #expect(DesktopSetting.colorScheme.value(in: [answer]) == value)
    }

    @Test(arguments: ["", "\n", "prefer-dark", "'", "'a", "@as []", "'a' 'b'", "'a\\'", #"'\u20'"#])
    func `any other answer of GSettings is refused`(_ answer: String) {
        #expect(DesktopSetting.colorScheme.value(in: [answer]) == nil)
    }

    @Test(arguments: [
        (DesktopSetting.gtkTheme, "/org/gnome/desktop/interface/gtk-theme"),
        (.mateCursorTheme, "/org/mate/desktop/peripherals/mouse/cursor-theme"),
    ])
    func `a change in GSettings is noticed by its path`(_ setting: DesktopSetting, _ path: String) {
        let session = DesktopSession { _ in nil }
        #expect(setting.notices(in: session) == [.dconf(path)])
    }

    @Test(arguments: [
        (DesktopSetting.colorScheme, "gsettings-desktop-schemas"),
        (.mateCursorTheme, "mate-settings-daemon-common"), (.mateTheme, "mate-desktop-common"),
        (.cinnamonShellTheme, "cinnamon-common"), (.cinnamonTheme, "cinnamon-desktop-data"),
        (.cinnamonColorScheme, "xapps-common"), (.budgieDarkTheme, "budgie-core"),
    ])
    func `a command of GSettings needs the package of its schema`(
        _ setting: DesktopSetting, _ package: String
    ) {
        let packages = ["libglib2.0-bin", package, "dconf-gsettings-backend"]
        #expect(setting.writing("a")?.packages == packages)
    }

    @Test func `GSettings is given the value in quotes`() {
        #expect(
            DesktopSetting.gtkTheme.writing("Jo's theme")?.arguments == [
                "set", "org.gnome.desktop.interface", "gtk-theme", "'Jo\\'s theme'",
            ])
    }

    @Test func `a command is printed in shell syntax`() {
        #expect(
            DesktopSetting.gtkTheme.writing("Jo's theme")?.shellText
                == "gsettings set org.gnome.desktop.interface gtk-theme ''\\''Jo\\'\\''s theme'\\'''"
        )
        #expect(
            DesktopSetting.kdeColorScheme.writing("BreezeDark")?.shellText
                == "plasma-apply-colorscheme BreezeDark")
    }

    @Test func `an unset value of xfconf is detected`() {
        let message = "Property \"/Net/ThemeName\" does not exist on channel \"xsettings\".\n"
        #expect(DesktopSetting.xfceTheme.isUnset(byErrorOutput: message))
        #expect(
            DesktopSetting.xfceTheme.isUnset(
                byErrorOutput: "Channel \"xsettings\" does not exist"))
        for failure in [
            "Failed to init libxfconf: no bus",
            message.replacing("does not exist", with: "is locked"),
        ] { #expect(!DesktopSetting.xfceTheme.isUnset(byErrorOutput: failure)) }
        #expect(!DesktopSetting.colorScheme.isUnset(byErrorOutput: "No such key “color-scheme”"))
    }

    @Test func `screens with the same picture have it as their value, others have a list`() {
        let setting = DesktopSetting.xfceWallpaper
        let path = "/backdrop/screen0/monitorHDMI-1/workspace"
        let list = """
            /backdrop/single-workspace-mode  true
            \(path)0/image-style      5
            \(path)0/last-image       /a  day.jpg
            \(path)1/last-image       /a  day.jpg

            """
        #expect(setting.value(in: [list]) == "/a  day.jpg")
        let mixed = list + "\(path)2/last-image       /b.jpg\n"
        let value = setting.value(in: [mixed])
        #expect(
            value == #"[["\#(path)0/last-image","/a  day.jpg"],["\#(path)1/last-image","#
                + #""/a  day.jpg"],["\#(path)2/last-image","/b.jpg"]]"#)
        #expect(
            setting.writing(value ?? "")?.arguments.suffix(2) == ["\(path)2/last-image", "/b.jpg"])
        let withoutWorkspace = """
            /backdrop/single-workspace-mode       true
            /backdrop/screen0/monitor0/last-image /usr/share/images/desktop-base/default

            """
        #expect(setting.value(in: [withoutWorkspace]) == nil)
    }

    @Test func `a slideshow of Plasma is no picture, even if it shows one`() {
        let setting = DesktopSetting.kdeWallpaper
        let answer = { (plugin: String) in
            "   [[\"1\",\"org.kde.\(plugin)\",\"file:///a.jpg\"]]\n"
        }
        #expect(setting.value(in: [answer("image")]) == "file:///a.jpg")
        let value = setting.value(in: [answer("slideshow")])
        #expect(value == #"[["1","org.kde.slideshow","file:///a.jpg"]]"#)
        #expect(setting.writing(value ?? "")?.shellText.contains("desktopById") == true)
        #expect(
            setting.writing("file:///a.jpg")?.arguments.last?.hasSuffix(
                #"desktops().forEach(function(d){s(d,'org.kde.image',"file:///a.jpg")})"#) == true)
        for answer in ["[]", #"[["1"]]"#, #"[1,["1","org.kde.image","file:///a.jpg"]]"#] {
            #expect(setting.value(in: ["   \(answer)\n"]) == nil)
        }
    }

    @Test(arguments: [
        (
            "_XROOTPMAP_ID: pixmap id # 0x6\n_A = \"0x6 /a é/\\\"x.png\"\n/h/.fehbg\n",
            "/a é/\"x.png"
        ),
        ("_XROOTPMAP_ID: pixmap id # 0x60\n_A = \"0x6 /a.png\"\n/h/.fehbg\n", "/h/.fehbg"),
        (
            "_XROOTPMAP_ID: pixmap id # 0x6\n_A:  no such atom on any window.\n/h/.fehbg\n",
            "/h/.fehbg"
        ),
        ("_XROOTPMAP_ID:  not found.\n_A:  not found.\n", nil),
    ])
    func `a picture on an X server is ours while its pixmap is`(answer: String, value: String?) {
        let answer = answer.replacing("_A", with: "_APPEARANCED_WALLPAPER")
        #expect(DesktopSetting.x11Wallpaper.value(in: [answer]) == value)
    }

    @Test(arguments: [
        ("", nil),
        (
            "yes\u{1f}/\u{1f}swaybg\u{1f}-o\u{1f}*\u{1f}-i\u{1f}/a b.png\u{1f}-m\u{1f}fill\u{1f}\n",
            "/a b.png"
        ),
        (
            "\u{1f}/home\u{1f}swaybg\u{1f}-i\u{1f}a\u{1e}\"b\u{1f}\n\u{1f}/\u{1f}swaybg\u{1f}-c\u{1f}black\u{1f}\n",
            #"[["/home","swaybg","-i","a\n\"b"],["/","swaybg","-c","black"]]"#
        ),
        (
            "yes\u{1f}/\u{1f}swaybg\u{1f}-o\u{1f}*\u{1f}-i\u{1f}/a\u{1f}-m\u{1f}fill\u{1f}\n"
                + "\u{1f}/\u{1f}swaybg\u{1f}-c\u{1f}black\u{1f}\n",
            #"[["/","swaybg","-c","black"]]"#
        ),
        ("\u{1f}\n", nil), ("\u{1f}/\u{1f}\n", nil), ("yes\u{1f}/\u{1f}\n", nil),
        ("\u{1f}/\u{1f}swaybg\u{1f}\n", #"[["/","swaybg"]]"#),
    ])
    func `the swaybg of the user counts before ours`(answer: String, value: String?) {
        #expect(DesktopSetting.layerShellWallpaper.value(in: [answer]) == value)
    }

    @Test func `the user's swaybg runs again as it was`() {
        let command = DesktopSetting.layerShellWallpaper.writing(
            #"[["/my home","swaybg","-i","it's $1.png","-c",""],["/","swaybg"]]"#)
        #expect(
            command?.arguments.dropFirst(2) == [
                "wallpaper", "wayland", "restore", "swaybg", "5", "/my home", "swaybg", "-i",
                "it's $1.png", "-c", "", "1", "/", "swaybg",
            ])
    }

    @Test(arguments: [
        ("awww\n", nil), ("swww\nError\n, scale: 1, currently displaying: image: /a\n", nil),
        ("swww\nDP-1: 9x9, scale: 1, currently displaying: image: /a: b, c.png", "/a: b, c.png"),
        ("awww\n: DP-1: 9x9, scale: 1.5, currently displaying: image: /a\n", "/a"),
        (
            "awww\nmy name: DP-1: 9x9, scale: 1, currently displaying: image: /a, scale: 2\n"
                + "junk\nmy name: DP-2: 9x9, scale: 2, currently displaying: image: /a, scale: 2",
            "/a, scale: 2"
        ),
        (
            "awww\nmine: DP-2: 9x9, scale: 1, currently displaying: color: 00FF00\n"
                + "mine: DP-1: 9x9, scale: 1, currently displaying: image: /a\"\n",
            #"[["awww","DP-1","image","/a\""],["awww","DP-2","color","00FF00"]]"#
        ),
        (
            "awww\n: DP-1: 9x9, scale: 1, currently displaying: image: 0x00ff00ff",
            #"[["awww","DP-1","solid","0x00ff00ff"]]"#
        ),
        ("awww\n: DP-1: 9x9, scale: 1, currently displaying: image: STDIN", nil),
    ])
    func `the pictures of awww are read in each of its formats`(answer: String, value: String?) {
        #expect(DesktopSetting.layerShellWallpaper.value(in: [answer]) == value)
    }

    @Test(arguments: [
        ("hyprpaper\n", nil), ("hyprpaper\nno wallpapers active\nerror: can't send: /a", nil),
        ("hyprpaper\nDP-1 = /a: /b c.png\n", "/a: /b c.png"),
        ("hyprpaper\nDP-1: /a = /b\nDP-2: /a = /b", "/a = /b"),
        ("hyprpaper\nDP-1 = /a\n = /a\ndesc:Acme X: 1 = /a", "/a"),
        (
            "hyprpaper\nDP-2 = /a\nDP-1 = /b\n = /a",
            #"[["hyprpaper","","/a"],["hyprpaper","DP-1","/b"]]"#
        ),
        (
            "hyprpaper\nDP-2: /a\nDP-1: /b",
            #"[["hyprpaper","DP-1","/b"],["hyprpaper","DP-2","/a"]]"#
        ),
        ("hyprpaper\nDP-1: /a, b", nil),
    ])
    func `the pictures of hyprpaper are read in each of its formats`(
        answer: String, value: String?
    ) {
        #expect(DesktopSetting.layerShellWallpaper.value(in: [answer]) == value)
    }

    @Test(arguments: [
        (["/day", "/dusk"], "/day", "/dusk"), (["/day", "/dusk"], "/dusk", "/day"),
        (["/dusk", "/day"], "/night", "/day"), (["/night", "/dusk"], "/night", "/dusk"),
        (["/day", "/day"], "/day", nil), (["/day", "/mine"], "/dusk", "/day"),
        (["/day", "/mine"], "/day", nil), (["/mine", "/yours"], "/day", nil),
    ])
    func `a screen that shows a picture of ours is set with the next one`(
        shown: [String], next: String, value: String?
    ) throws {
        var settings = DesktopSettings()
        settings.wallpaper = ThemeNames(light: "/day", dark: "/dusk", night: "/night")
        let setting = DesktopSetting.layerShellWallpaper
        let answer = "hyprpaper\nDP-1: \(shown[0])\nDP-2: \(shown[1])"
        let found = try #require(setting.value(in: [answer]))
        let state = setting.state(of: found, in: [answer], before: next, settings)
        #expect(state.value == value ?? found)
    }

    @Test func `a picture of GNOME is a URI, and any other a path`() {
        var settings = settings
        settings.wallpaper = ThemeNames(light: "/a b/Ä.jpg", dark: "/d")
        #expect(DesktopSetting.wallpaper.value(in: .light, settings) == "file:///a%20b/%C3%84.jpg")
        let path = DesktopSetting.x11Wallpaper.value(in: .light, settings)
        #expect(path == "/a b/Ä.jpg")
        #expect(DesktopSetting.x11Wallpaper.writing("/a b")?.arguments.last == "/a b")
    }

    @Test func `only programs of a Wayland compositor need the processes of the user`() {
        let needing = DesktopSetting.allCases.filter { $0.writing("/a")?.needsProcesses == true }
        #expect(needing == [.layerShellWallpaper])
    }

    @Test func `a unit gets a command as it is`() {
        let command = DesktopCommand("sh", ["-c", "echo $1 $$", "a"], name: "feh", packages: [])
        #expect(
            command.unitArguments(["B": "2", "A": "1"], timeout: .seconds(10)).suffix(9) == [
                "--property=RuntimeMaxSec=10", "--description=appearanced: feh", "--setenv=A=1",
                "--setenv=B=2", "--", "sh", "-c", "echo $$1 $$$$", "a",
            ])
    }

    @Test func `the display of the service manager is used where the daemon has none`() {
        let variables = [
            "DISPLAY": ":7", "XAUTHORITY": "/x", "HYPRLAND_INSTANCE_SIGNATURE": "efb5_1",
        ]
        let manager = variables.merging(["LANG": "de"]) { $1 }
        let session = DesktopSession { _ in nil }.joined(
            with: manager, replacing: false)
        for setting in [DesktopSetting.x11Wallpaper, .layerShellWallpaper] {
            #expect(setting.writing("/a")?.environment(in: session) == variables)
        }
        #expect(DesktopSetting.gtkTheme.writing("a")?.environment(in: session) == [:])
        let own = DesktopSession { $0 == "DISPLAY" ? ":0" : nil }
        #expect(own.joined(with: manager, replacing: false) == own)
        #expect(own.joined(with: ["LANG": "de"], replacing: true) == own)
        #expect(own.joined(with: manager, replacing: true) == session)
    }

    @Test func `Plasma needs no display`() throws {
        let command = try #require(DesktopSetting.kdeColorScheme.writing("BreezeDark"))
        #expect(command.environment.isEmpty)
        #expect(command.withoutDisplay == ["QT_QPA_PLATFORM": "offscreen"])
    }
}

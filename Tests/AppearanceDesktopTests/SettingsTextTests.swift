import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// One value of a settings file with groups.
@Suite(.bounded) struct SettingsTextTests {
    private static let text =
        "; mine\n[Appearance]\n  custom_palette = false\r\nstyle=Fusion\n\n[Fonts]\nfixed=x"

    private func set(_ key: String, _ group: String, _ value: String?, _ text: String) -> String {
        SettingsText.setting(key, in: group, to: value, of: text)
    }

    @Test func `a changed value leaves every other byte as it was`() {
        #expect(
            set("style", "Appearance", "kvantum", Self.text)
                == Self.text.replacing("Fusion", with: "kvantum"))
        #expect(
            set("custom_palette", "Appearance", "true", Self.text)
                == Self.text.replacing("false", with: "true"))
        #expect(
            set("fixed", "Appearance", "y", Self.text)
                == Self.text.replacing("[Appearance]\n", with: "[Appearance]\nfixed=y\n"))
        #expect(set("a", "New", "1", Self.text) == Self.text + "\n[New]\na=1\n")
        #expect(set("theme", "General", "Ember", "") == "[General]\ntheme=Ember\n")
    }

    @Test(arguments: ["[G]\n k = a\n", "[G]\r\n\tk =\t a\r\nl=1\r\n", "[G]\nk=a", "[G]\nk= a=b\n"])
    func `a value that is changed and set again leaves its line as it was`(text: String) {
        let value = SettingsText.value("k", in: "G", of: text)
        let changed = set("k", "G", "other", text)
        #expect(SettingsText.value("k", in: "G", of: changed) == "other")
        #expect(set("k", "G", value, changed) == text)
    }

    @Test func `the last line of a key in its group decides`() {
        let text = "a=0\n[G]\na=1\n[H]\na=2\n[G]\na=3\n"
        #expect(SettingsText.value("a", in: "G", of: text) == "3")
        #expect(set("a", "G", "4", text) == "a=0\n[G]\na=1\n[H]\na=2\n[G]\na=4\n")
        #expect(SettingsText.value("b", in: "G", of: text) == nil)
        #expect(SettingsText.value("a", in: "G", of: "a=0\n") == nil)
        #expect(SettingsText.value("custom_palette", in: "Appearance", of: Self.text) == "false")
    }

    @Test(arguments: [
        "", "[A]\nb=1\n", "[A]\r\nb=1\r\n", "x=1\n", "x=1\r\n", "[A]\n\n[B]\nc=1\n", "[A]\n; mine",
        "[A]\n", "[A]\r\n", "[B]\nc=1\n\n[A]\n\n\n",
    ])
    func `a value that was added is removed again with all that was added for it`(text: String) {
        let added = set("k", "A", "v", text)
        #expect(SettingsText.value("k", in: "A", of: added) == "v")
        #expect(set("k", "A", nil, added) == text)
        #expect(set("k", "A", nil, text) == text)
        #expect(set("k", "C", nil, text + "\n[C]\nb=1\nk=v\n") == text + "\n[C]\nb=1\n")
    }

    @Test(arguments: [
        ("/usr/share/qt5ct/colors/darker.conf", "/usr/share/qt5ct/colors/darker.conf"),
        ("/a, b.conf", #""/a, b.conf""#), (#"/a"\b"#, #""/a\"\\b""#), ("/é/a", #""/\xe9/a""#),
        ("/éa", #""/\xe9\x61""#),
    ])
    func `a path is written as QSettings writes it`(path: String, expected: String) {
        var settings = DesktopSettings()
        settings.qtColorScheme = ThemeNames(light: path, dark: "/d")
        #expect(DesktopSetting.qt5ColorScheme.value(in: .light, settings) == expected)
    }
}

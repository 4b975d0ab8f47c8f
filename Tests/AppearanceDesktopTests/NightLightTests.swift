import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The settings of the desktops' own night lights, written and read.
@Suite(.bounded) struct NightLightTests {
    static let answer = """
        org.gnome.settings-daemon.plugins.color night-light-enabled false
        org.gnome.settings-daemon.plugins.color night-light-last-coordinates (91.0, 181.0)
        org.gnome.settings-daemon.plugins.color night-light-schedule-automatic true
        org.gnome.settings-daemon.plugins.color night-light-schedule-from 21.5
        org.gnome.settings-daemon.plugins.color night-light-schedule-to 6.0
        org.gnome.settings-daemon.plugins.color night-light-temperature uint32 2700

        """

    @Test func `desktops with a night light have their own`() {
        #expect(
            Desktop.allCases.map(NightLight.init(of:)) == [
                .gnome, .kwin, nil, nil, nil, .gnome, .gnome, nil, nil, nil, nil,
            ])
    }

    @Test func `GSettings is read with what the user has set`() throws {
        let defaults = Self.answer.replacing("21.5", with: "20.0")
        let reading = try #require(
            NightLightReading(of: .gnome, texts: [Self.answer, defaults]))
        #expect(reading.values.count == 5)
        #expect(reading.values["night-light-temperature"] == "uint32 2700")
        #expect(reading.own == ["night-light-schedule-from"])
    }

    @Test(arguments: [
        "", "broken\n", "No such schema\n", answer.replacing("night-light-enabled", with: "n"),
    ])
    func `an answer without a required setting is refused`(_ answer: String) {
        #expect(NightLightReading(of: .gnome, texts: [answer, Self.answer]) == nil)
        #expect(NightLightReading(of: .gnome, texts: [Self.answer]) == nil)
    }

    @Test func `the first of KWin's files decides, and the user's is known`() {
        let reading = NightLightReading(
            of: .kwin,
            texts: [
                "[NightColor]\nMode=Times\n[NightColor][Active]\nActive=true\n", "",
                "[Windows]\nActive=1\n[NightColor]\nActive[$i]=On\nMode=Constant\nOther=3\n",
            ])
        #expect(reading == NightLightReading(["Mode": "Times", "Active": "true"], own: ["Mode"]))
    }

    @Test func `a change is printed as the command that a user would type`() {
        #expect(
            NightLight.gnome.writing("uint32 1000", to: "night-light-temperature")
                .map(\.shellText) == [
                    "gsettings set org.gnome.settings-daemon.plugins.color"
                        + " night-light-temperature 'uint32 1000'"
                ])
        #expect(NightLight.kwin.announcement?.path == "/kwinrc")
        let magnifier = NightLight.magnifier.writing(nil, to: "lens-mode").first
        #expect(magnifier?.packages.contains("gsettings-desktop-schemas") == true)
        #expect(
            NightLight.kwin.writing("1000", to: "NightTemperature").first?.shellText
                == "kwriteconfig6 --file kwinrc --group NightColor --key NightTemperature 1000")
        #expect(
            NightLight.kwin.writing(nil, to: "Active").map(\.shellText) == [
                "kwriteconfig6 --file kwinrc --group NightColor --key Active --delete",
                "kwriteconfig5 --file kwinrc --group NightColor --key Active --delete",
            ])
    }

    @Test(arguments: [
        ("/org/gnome/settings-daemon/plugins/color/", ["night-light-enabled"], true),
        ("/org/gnome/settings-daemon/plugins/color/night-light-enabled", [""], true),
        ("/org/gnome/settings-daemon/", ["plugins/power/idle-dim", "plugins/color/a"], true),
        ("/org/gnome/", ["settings-daemon/"], true), ("/", [""], true),
        ("/org/gnome/desktop/interface/", ["color-scheme"], false),
        ("/org/gnome/settings-daemon/plugins/", ["colour"], false),
        ("/org/gnome/", ["desktop/"], false),
    ])
    func `dconf's notices are understood`(_ prefix: String, _ changes: [String], _ isAbout: Bool)
        throws
    {
        let session = DesktopSession { _ in nil }
        let paths = NightLight.gnome.notices(in: session).compactMap {
            if case .dconf(let path) = $0 { path } else { nil }
        }
        let path = try #require(paths.first)
        #expect(DConfNotice.names(path, prefix: prefix, changes: changes) == isAbout)
    }
}

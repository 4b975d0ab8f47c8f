import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing
import WindowPages

/// The rows of settings: their values, and the change of the file that each makes.
@Suite(.bounded) struct SettingRowTests {
    private let format = SentenceTests.format()

    /// Returns a configuration after changes, of which each must be one of a valid file.
    static func configuration(
        _ changes: [ConfigurationEdit.Change], in text: String = ""
    ) throws -> Configuration {
        let after = try #require(
            try ConfigurationEdit.apply(changes, to: Array(text.utf8), file: "config.toml"))
        return try ConfigurationReader.read(after, file: "config.toml")
    }

    private func night(_ configuration: Configuration = Configuration()) -> NightPage {
        NightPage(configuration, unit: .lux, filter: nil, format)
    }

    private func follow(
        _ configuration: Configuration, _ desktop: Desktop = .gnome,
        _ themes: FollowPage.Themes = .init()
    ) -> FollowPage {
        FollowPage(configuration, on: desktop, themes, format)
    }

    private static let following = "[desktop]\nfollow = \"auto\"\n"

    /// Returns the changes of each value that the control of a row offers.
    private func offered(_ row: SettingRow) -> [[ConfigurationEdit.Change]] {
        switch row.control {
        case .toggle(_, let on, let off): return [on, off]
        case .choice(let options, _): return options.map(\.changes)
        case .number(let number, _, _): return [row.changes(toNumber: number)]
        case .text(let text, _):
            guard case .changes(let changes) = row.outcome(of: text) else { return [] }
            return [changes]
        case .picture(_, _, let removal): return [removal]
        }
    }

    @Test func `every value that a row offers is one of the file, and is shown afterwards`() throws
    {
        var themes = FollowPage.Themes()
        themes.gtk = ["Adwaita", "Yaru \"x\""]
        themes.icons = ["Papirus"]
        let base = try Self.configuration([], in: Self.following)
        func when(_ configuration: Configuration) -> WhenPage {
            WhenPage(
                configuration, place: SunPlace(nil, .timeZone), day: .sunday, lock: nil,
                status: nil, format)
        }
        let page = follow(base, .gnome, themes)
        let rows =
            night().night + night().red + [when(base).rule] + when(base).dwell
            + when(base).times + when(base).manners + page.desktop + page.wallpaper + page.themes
        #expect(rows.count > 29)
        for row in rows {
            let values = offered(row)
            #expect(!values.isEmpty, "\(row.key)")
            for changes in values {
                _ = try Self.configuration(changes, in: Self.following)
                guard case .choice(let options, _) = row.control,
                    let index = options.firstIndex(where: { $0.changes == changes })
                else { continue }
                let after = try Self.configuration(changes, in: Self.following)
                let shown =
                    (night(after).night + night(after).red + when(after).dwell
                    + when(after).manners
                    + follow(after, .gnome, themes).themes).first {
                        $0.key == row.key && $0.title == row.title
                    }
                if case .choice(_, let selected)? = shown?.control { #expect(selected == index) }
            }
        }
    }

    @Test func `a change that waits for nothing has no longest wait`() throws {
        func keys(_ text: String) throws -> [String] {
            WhenPage(
                try Self.configuration([], in: "[switch]\n" + text),
                place: SunPlace(nil, .timeZone), lock: nil, status: nil, format
            ).manners.map(\.key)
        }
        #expect(try keys("hold = []\n") == ["switch.hold", "switch.when", "notify.changes"])
        #expect(try keys("hold = []\nwhen = \"idle\"\n").contains("switch.at_most"))
        #expect(try keys("").contains("switch.at_most"))
    }

    @Test func `a value that is none of the choices is shown as the file has it`() throws {
        let configuration = try Self.configuration([], in: "[nightfilter]\nfade = \"7s\"\n")
        let row = try #require(night(configuration).red.first { $0.key == "nightfilter.fade" })
        guard case .choice(let options, let selected) = row.control else {
            Issue.record("no choice")
            return
        }
        #expect(options[selected].title == "7s")
        #expect(options[selected].changes == [])
    }

    @Test(
        arguments: [
            ("schedule.night", "23:15", "\"23:15\""),
            ("schedule.night", " Sunset+3h ", "\"sunset+3h\""),
            ("schedule.night", "", "\"\""), ("schedule.night_end", "25:00", nil),
            ("schedule.night_end", "", nil),
        ] as [(String, String, String?)])
    func `a time is written as it is typed, if it is one`(
        _ key: String, _ typed: String, _ value: String?
    ) throws {
        let rows = night().night.filter { row in
            if case .text = row.control { row.key == key } else { false }
        }
        let row = try #require(rows.first)
        guard let value else {
            guard case .invalid(let reason) = row.outcome(of: typed) else {
                Issue.record("\(typed) is accepted")
                return
            }
            #expect(!reason.isEmpty)
            return
        }
        #expect(row.outcome(of: typed) == .changes([.init(key, to: value)]))
    }

    @Test
    func `a day without times of its own shows those of every day, and loses its own if emptied`()
        throws
    {
        let configuration = try Self.configuration(
            [], in: "[schedule]\nlight = \"07:00\"\n[schedule.sunday]\ndark = \"20:00\"\n")
        let rows = WhenPage(
            configuration, place: SunPlace(nil, .timeZone), day: .sunday, lock: nil, status: nil,
            format
        ).times
        #expect(rows.map(\.key) == ["schedule.sunday.light", "schedule.sunday.dark"])
        #expect(
            rows.map(\.control) == [
                .text("07:00", isOptional: true), .text("20:00", isOptional: true),
            ])
        #expect(rows[1].outcome(of: "") == .changes([.init(removing: "schedule.sunday.dark")]))
    }

    @Test func `night is turned off by the hours and by the light, and on again as it was`() throws
    {
        let byLight = try Self.configuration(
            [], in: "[ambient]\nnight_needs = \"sensor\"\n[schedule]\nnight = \"\"\n")
        let row = try #require(night(byLight).night.first)
        guard case .toggle(isOn: true, _, let off) = row.control else {
            Issue.record("night is off")
            return
        }
        let after = try Self.configuration(
            off, in: "[ambient]\nnight_needs = \"sensor\"\n[schedule]\nnight = \"\"\n")
        guard case .toggle(isOn: false, let on, _)? = night(after).night.first?.control else {
            Issue.record("night is on")
            return
        }
        #expect(night(after).night.count == 1)
        #expect(on == [.init("schedule.night", to: "\"22:30\"")])
    }

    @Test func `the first picture is for light and dark, and removing it frees both`() throws {
        let base = try Self.configuration([], in: Self.following)
        let row = try #require(follow(base).wallpaper.first)
        #expect(row.key == "desktop.wallpaper.light")
        guard case .changes(let changes) = row.outcome(ofPicture: "/srv/a b/\"x\".jpg") else {
            Issue.record("refused")
            return
        }
        let after = try Self.configuration(changes, in: Self.following)
        #expect(after.desktop.wallpaper.light == "/srv/a b/\"x\".jpg")
        #expect(after.desktop.wallpaper.dark == after.desktop.wallpaper.light)
        guard
            case .picture(let path, let companions, let removal)? = follow(after).wallpaper.first?
                .control
        else { return }
        #expect(path == "/srv/a b/\"x\".jpg")
        #expect(companions == [])
        #expect(try Self.configuration(removal, in: Self.following).desktop.wallpaper.isEmpty)
    }

    @Test(arguments: [
        (Desktop.kde, "desktop.kde_color_scheme"), (.xfce, "desktop.xfce_theme"),
        (.cinnamon, "desktop.gtk_theme"),
    ])
    func `themes are those of the running desktop`(_ desktop: Desktop, _ key: String) throws {
        var themes = FollowPage.Themes()
        (themes.gtk, themes.plasma) = (["A"], ["B"])
        let base = try Self.configuration([], in: Self.following)
        #expect(follow(base, desktop, themes).themes.first?.key == "\(key).light")
        #expect(follow(Configuration(), desktop, themes).themes == [])
    }

    @Test func `the state of the red screen is a sentence`() {
        func text(_ filter: NightPage.Filter?, _ end: WallTime? = nil) -> String {
            NightPage(Configuration(), unit: .lux, filter: filter, offUntil: end, format)
                .filterText(format)
        }
        #expect(text(.missing) == "The package appearance-nightfilter is not installed")
        #expect(text(.off) == "Every program's window, also films")
        #expect(
            text(.running([.init(name: "DP-1", method: .luminance)]))
                == "Every pixel black or a shade of red")
        #expect(
            text(.running([.init(name: "DP-1", method: .redChannel)]))
                == "Every pixel black or red; pure green and blue turn black")
        #expect(
            text(.running([.init(name: "DP-1", method: .nightLight)]))
                == "Only orange: this desktop allows no more than its own night light")
        #expect(
            text(.running([.init(name: "DP-1", method: .nothing, holder: "gammastep")]))
                == "DP-1 stays as it is: gammastep controls its colours")
        #expect(
            text(.running([.init(name: "DP-1", method: .nothing)]))
                == "DP-1 stays as it is: its colours cannot be changed")
    }

    @Test(
        .row("N54"),
        arguments: [
            (0, 1.0, "Not red until 10:00"), (3400, 1.0, "Neither warm nor red until 10:00"),
            (3400, 0.0, "Not warm until 10:00"),
        ])
    func `not tonight names the colours that it ends`(
        _ temperature: Int, _ intensity: Double, _ text: String
    ) {
        var configuration = Configuration()
        configuration.nightfilter.evening.temperature = temperature
        configuration.nightfilter.intensity = intensity
        let now = WallTime(secondsSinceEpoch: 1_800_000_000)
        let format = PageFormatter(zone: .utc, now: now)
        let page = NightPage(
            configuration, unit: .lux, filter: .running([]), offUntil: now + .hours(2), format)
        #expect(page.filterText(format) == text)
    }

    @Test func `the evening is a sentence in the form of the country`() {
        func text(_ evening: EveningReport, _ format: PageFormatter) -> String {
            NightPage(
                Configuration(), unit: .lux,
                filter: .running([.init(name: "DP-1", method: .redChannel)], evening: evening),
                format
            ).filterText(format)
        }
        let now = WallTime(secondsSinceEpoch: 1_800_000_000)
        let format = PageFormatter(zone: .utc, now: now)
        let german = PageFormatter(zone: .utc, now: now, groupSeparator: ".")
        let end = now + .hours(2)
        func report(_ state: EveningReport.State, _ end: WallTime?) -> EveningReport {
            EveningReport(temperature: 3400, until: end, state: state)
        }
        #expect(text(report(.on, end), format) == "Evening: 3,400 K until 10:00")
        #expect(text(report(.beginning, end), german) == "Evening: 3.400 K until 10:00")
        #expect(text(report(.on, nil), format) == "Evening: 3,400 K")
        #expect(text(report(.ending, nil), format) == "The evening ends, back from 3,400 K")
        #expect(
            text(report(.on, end).with(loss: "redshift controls its colours"), format)
                == "Evening: not 3,400 K: redshift controls its colours")
    }

    @Test func `the switch of the evening sets a temperature, and other rows follow`() throws {
        let off = night(Configuration()).evening
        #expect(off.map(\.key) == ["nightfilter.evening.temperature"])
        guard case .toggle(let isOn, let on, let back)? = off.first?.control else {
            Issue.record("not a switch")
            return
        }
        #expect(!isOn)
        let warm = try Self.configuration(on)
        #expect(warm.nightfilter.evening.temperature == 3400)
        let rows = night(warm).evening
        #expect(rows.count == 4)
        let cooler = try Self.configuration(rows[1].changes(toNumber: 4200))
        #expect(cooler.nightfilter.evening.temperature == 4200)
        #expect(try Self.configuration(back).nightfilter.evening.temperature == 0)
    }
}

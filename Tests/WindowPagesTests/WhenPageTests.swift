import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing
import WindowPages

/// The page *When*: the values of its rows, and the change of the file that each makes.
@Suite(.bounded) struct WhenPageTests {
    private let format = SentenceTests.format()

    private func page(light: Double? = 41, unit: LightUnit = .lux, lock: WhenPage.Lock? = nil)
        -> WhenPage
    {
        WhenPage(
            Configuration(), lock: lock, status: SentenceTests.status(light: light, unit: unit))
    }

    /// The lines that a change makes in a file with a comment.
    private func text(_ changes: [ConfigurationEdit.Change]) throws -> String {
        let before = "# mine\n[ambient]\ndark_below = 40 # desk\n"
        let after = try #require(
            try ConfigurationEdit.apply(changes, to: Array(before.utf8), file: "config.toml"))
        return String(decoding: after, as: UTF8.self)
    }

    @Test func `a level is changed in the unit of the sensor`() throws {
        #expect(
            try text([page().change(.darkBelow, to: 55)])
                == "# mine\n[ambient]\ndark_below = 55 # desk\n")
        let percent = page(light: 12, unit: .percent)
        #expect(percent.value(.lightAbove) == 16)
        #expect(percent.change(.lightAbove, to: 20.5).path == "ambient.percent.light_above")
        #expect(percent.change(.lightAbove, to: 20.5).value == "20.5")
    }

    @Test(arguments: [
        (WhenPage.Level.darkBelow, 50.0, 50.0, 80.0), (.darkBelow, 100, 100, 150),
        (.lightAbove, 60, 40, 60), (.lightAbove, 30, 20, 30), (.darkBelow, 12.34, 12, 80),
    ])
    func `the light of this moment keeps the levels apart`(
        _ level: WhenPage.Level, _ light: Double, _ dark: Double, _ above: Double
    ) throws {
        let changes = page(light: light).changesFromHere(level)
        let configuration = try ConfigurationReader.read(
            Array(text(changes).utf8), file: "config.toml")
        #expect(configuration.ambient.thresholds.darkBelow == dark)
        #expect(configuration.ambient.thresholds.lightAbove == above)
    }

    @Test func `without light there is nothing to take over`() {
        #expect(page(light: nil).changesFromHere(.darkBelow) == [])
        #expect(page(light: nil).lightText(format) == "No light sensor is read now")
    }

    @Test(
        arguments: [
            (WhenPage.Time.light, "07:30", "\"07:30\""), (.dark, " Sunset-30m ", "\"sunset-30m\""),
            (.dark, "sunset,  18:00 to 21:00", "\"sunset, 18:00 to 21:00\""), (.night, "", "\"\""),
            (.nightEnd, "", nil), (.light, "noon", nil), (.light, "25:00", nil),
        ] as [(WhenPage.Time, String, String?)])
    func `a time is written as it is typed, if it is one`(
        _ time: WhenPage.Time, _ typed: String, _ value: String?
    ) throws {
        let change = page().change(time, to: typed)
        #expect(change?.value == value)
        if let change { #expect(try text([change]).contains("= \(change.value ?? "")")) }
    }

    @Test(arguments: Policy.allCases)
    func `a rule is written by its name`(_ policy: Policy) throws {
        let edited = try text([page().change(to: policy)])
        let configuration = try ConfigurationReader.read(Array(edited.utf8), file: "config.toml")
        #expect(configuration.ambient.policy == policy)
    }

    @Test func `days with their own times are named`() {
        var configuration = Configuration()
        #expect(
            WhenPage(configuration, lock: nil, status: nil).otherDaysText(format) == "")
        configuration.schedule.weekdays[.sunday] = DaySchedule()
        configuration.schedule.weekdays[.saturday] = DaySchedule()
        #expect(
            WhenPage(configuration, lock: nil, status: nil).otherDaysText(format)
                == "Other times, which are in the file: Saturday, Sunday")
    }

    @Test func `a file that cannot be changed has its reason`() {
        #expect(page().lockText(format) == nil)
        #expect(
            page(lock: .readOnly("/nix/store/x.toml")).lockText(format)
                == "Another program makes this file, so change it there: /nix/store/x.toml")
        #expect(
            page(lock: .invalid("config.toml:3: no value")).lockText(format)
                == "The configuration has an error, so fix it in the file: config.toml:3: no value")
    }
}

import AppearanceConfig
import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Testing
import WindowPages

/// The page *When*: the values of its rows, and the change of the file that each makes.
@Suite(.bounded) struct WhenPageTests {
    private let format = SentenceTests.format()

    private func page(
        light: Double? = 41, unit: LightUnit = .lux, sensor: SensorState = .trusted,
        lock: SettingsLock? = nil
    ) -> WhenPage {
        var status = SentenceTests.status(light: light, unit: unit)
        status.sensor = sensor
        return WhenPage(
            Configuration(), place: SunPlace(nil, .timeZone), lock: lock, status: status, format)
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
        #expect(
            page(light: nil, sensor: .none).lightText(format)
                == "No light sensor; docs/desktop-pc.md has other ways to measure light")
    }

    @Test(arguments: WhenPage.Level.allCases)
    func `a line is taken where it is, and left where the hand leaves it`(_ level: WhenPage.Level) {
        let page = page()
        let place = page.scale.place(page.value(level))
        #expect(page.level(near: place + 0.004, within: 0.02) == level)
        #expect(abs(page.value(at: place) - page.value(level)) < 0.06 * page.value(level))
        #expect(page.level(near: 0.95, within: 0.02) == nil)
        #expect(page.value(at: 2) == 10_000)
    }

    @Test func `days with their own times are named`() {
        var configuration = Configuration()
        func text(_ configuration: Configuration) -> String {
            WhenPage(
                configuration, place: SunPlace(nil, .timeZone), lock: nil, status: nil, format
            ).otherDaysText(format)
        }
        #expect(text(configuration) == "")
        configuration.schedule.weekdays[.sunday] = DaySchedule()
        configuration.schedule.weekdays[.saturday] = DaySchedule()
        #expect(text(configuration) == "Other times on: Saturday, Sunday")
    }

    @Test func `a file that cannot be changed has its reason`() {
        #expect(
            SettingsLock.readOnly("/nix/store/x.toml").text(format)
                == "Another program makes this file, so change it there: /nix/store/x.toml")
        #expect(
            SettingsLock.invalid("config.toml:3: no value").text(format)
                == "The configuration has an error, so fix it in the file: config.toml:3: no value")
    }
}

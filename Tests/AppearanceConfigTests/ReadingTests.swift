import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The meaning of configuration files.
@Suite(.bounded) struct ReadingTests {
    @Test(arguments: ["", "\n", "\u{FEFF}", "# nothing\r\n", "[ambient]\n[schedule.sunday]\n"])
    func `an empty file gives the built-in configuration`(_ text: String) throws {
        #expect(try read(text) == Configuration())
    }

    @Test func `texts of another form are no values`() {
        for text in ["", "s", "60", "1m1m", "1s1m", "1000000000s", "99999999999999999999s"] {
            #expect(Microseconds(text: text) == nil, "\(text)")
        }
        for text in ["", "#12345", "#1234567", "1234567", "#12345g", "#+12345"] {
            #expect(AccentColor(text) == nil, "\(text)")
        }
        for text in ["", "24:00", "07:60", "7:00", "07:000"] {
            #expect(ClockTime(text) == nil, "\(text)")
        }
        for latitude in [-90.5, 90.5] {
            #expect(Coordinates(latitudeDegrees: latitude, longitudeDegrees: 0) == nil)
        }
    }

    @Test func `every key sets its own property`() throws {
        let configuration = try read(
            """
            [ambient]
            policy = "darker"
            dark_below = 50
            light_above = 100.5
            night_below = 1e0
            night_above = 0x09
            night_needs = "schedule"
            reversal_gap = "0s"
            smoothing = "1m"
            self_light = { light = 4, dark = 0.5, night = 0.1 }
            [ambient.dwell]
            light_to_dark = "0s"
            dark_to_light = "1h"
            dark_to_night = "59m59s999ms"
            night_to_dark = "1ms"
            [sensor]
            source = "iio"
            poll = "500ms"
            poll_steady = "10m"
            ignore = ["als", '/sys/devices/als "2"']
            [fed]
            hold = "1d"
            [schedule]
            light = "07:05"
            dark = "civil_dusk-1h10m"
            night = "astronomical_dusk"
            night_end = "sunrise+12h"
            [location]
            latitude = -33
            longitude = 151.2
            time_zone = "America/Argentina/ComodRivadavia"
            """)
        #expect(configuration == expected())
    }

    private func expected() -> Configuration {
        var expected = Configuration()
        expected.ambient.policy = .darker
        expected.ambient.thresholds = Thresholds(
            darkBelow: 50, lightAbove: 100.5, nightBelow: 1, nightAbove: 9)
        expected.ambient.nightNeeds = .schedule
        expected.ambient.reversalGap = .zero
        expected.ambient.smoothing = .minutes(1)
        expected.ambient.selfLight.light = 4
        expected.ambient.selfLight.dark = 0.5
        expected.ambient.selfLight.night = 0.1
        expected.ambient.dwell.lightToDark = .zero
        expected.ambient.dwell.darkToLight = .hours(1)
        expected.ambient.dwell.darkToNight = .hours(1) - .milliseconds(1)
        expected.ambient.dwell.nightToDark = .milliseconds(1)
        expected.sensor.source = .iio
        expected.sensor.poll = .milliseconds(500)
        expected.sensor.pollSteady = .minutes(10)
        expected.sensor.ignore = ["als", "/sys/devices/als \"2\""]
        expected.fed.hold = .days(1)
        if let time = ClockTime(hour: 7, minute: 5) {
            expected.schedule.everyDay.light = .clock(time)
        }
        expected.schedule.everyDay.dark = .solar(.civilDusk, offset: -.minutes(70))
        expected.schedule.everyDay.night = .solar(.astronomicalDusk, offset: .zero)
        expected.schedule.everyDay.nightEnd = .solar(.sunrise, offset: .hours(12))
        expected.location.coordinates = Coordinates(latitudeDegrees: -33, longitudeDegrees: 151.2)
        expected.location.timeZone = "America/Argentina/ComodRivadavia"
        return expected
    }

    @Test(arguments: [
        "[ambient.dwell]\nlight_to_dark = \"7s\"",
        "[ambient]\r\ndwell.light_to_dark = \"7s\"\r\n",
        "ambient.dwell.light_to_dark = \"7s\"",
        "ambient = { dwell = { light_to_dark = \"7s\" } }",
        "\u{FEFF}\"ambient\" . 'dwell' . light_to_dark = '''7s'''",
    ])
    func `every spelling of a table is the same`(_ text: String) throws {
        #expect(try read(text).ambient.dwell.lightToDark == .seconds(7))
    }

    @Test(arguments: [
        "ambient.policy = \"sensor\"", "ambient.policy = \"lighter\"",
        "ambient.policy = \"schedule\"", "ambient.night_needs = \"sensor\"",
        "sensor.source = \"none\"", "sensor.source = \"auto\"",
        "ambient = { night_below = 0, night_above = 0.1, dark_below = 0.1, light_above = 200000 }",
        "ambient = { smoothing = \"100ms\", reversal_gap = \"1h\" }", "fed.hold = \"1s\"",
        "sensor = { poll = \"5s\", poll_steady = \"5s\" }", "sensor.ignore = []",
        "location = { latitude = 90, longitude = 180 }",
        "location = { latitude = -90.0, longitude = -180.0 }",
        "location.time_zone = \"UTC\"", "location.time_zone = \"Etc/GMT+12\"",
        "schedule.night = \"\"", "schedule = { light = \"00:00\", dark = \"23:59\" }",
    ])
    func `the ends of ranges are accepted`(_ text: String) {
        #expect(throws: Never.self) { try read(text) }
    }

    @Test func `an hour may have one digit`() throws {
        let light = try read("[schedule]\nlight = \"7:05\"").schedule.everyDay.light
        #expect(light == .clock(try #require(ClockTime(hour: 7, minute: 5))))
    }

    /// Other spellings of the time before them.
    @Test(arguments: [
        ("sunset, 18:00 to 21:00", ["sunset,18:00 to 21:00", "sunset,  18:00  to  21:00"]),
        ("sunset-30m, not before 09:00", ["sunset-30m,not before 9:00"]),
        ("astronomical_dusk, 09:30 to 21:30", ["astronomical_dusk, 9:30 to 21:30"]),
    ])
    func `limits may have other spaces and hours of one digit`(text: String, others: [String]) {
        let time = TimeExpression(text)
        #expect(time?.text == text)
        for other in others { #expect(TimeExpression(other) == time, "\(other)") }
    }

    @Test(arguments: Seeds.chosen(1...20))
    func `every time is read back from its text`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func clock() -> ClockTime { ClockTime(wrapping: .random(in: 0..<1440, using: &random)) }
        for _ in 0..<200 {
            let event = SolarEvent.allCases.randomElement(using: &random) ?? .sunset
            let offset = Microseconds.minutes(.random(in: -720...720, using: &random))
            let sign = offset < .zero ? "-" : "+"
            let text =
                [
                    "\(clock())", event.rawValue,
                    "\(event.rawValue)\(sign)\((offset < .zero ? -offset : offset).text)",
                ].randomElement(using: &random) ?? ""
            let limits = [
                "", ", \(clock()) to \(clock())", ", not before \(clock())",
                ", not after \(clock())",
            ]
            guard let time = TimeExpression(text + (limits.randomElement(using: &random) ?? ""))
            else { continue }
            #expect(TimeExpression(time.text) == time, "\(time.text)")
            let file = "schedule.night_end = \"\(time.text)\""
            #expect(try read(file).schedule.everyDay.nightEnd == time)
        }
    }

    @Test func `an empty night window means no night`() throws {
        #expect(try read("schedule.night = \"\"").schedule.everyDay.night == nil)
    }
}

/// Reads a text as a file named `config.toml`.
func read(_ text: String) throws(FileError) -> Configuration {
    try ConfigurationReader.read(Array(text.utf8), file: "config.toml")
}

import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Diagnostics for an invalid file: position and exact text.
@Suite(.bounded) struct DiagnosticTests {
    @Test(
        .row("T35"),
        arguments: [
            (
                "[schedule]\ndark = \"sunset, 18:00-21:00\"",
                "2:8: schedule.dark: \"sunset, 18:00-21:00\" has limits in another form; write "
                    + "\"sunset, 18:00 to 21:00\", \"sunset, not before 18:00\" or \"sunset, not "
                    + "after 21:00\""
            ),
            (
                "[schedule]\ndark = \"sunset, 18:00 to 24:00\"",
                "2:8: schedule.dark: \"sunset, 18:00 to 24:00\" has limits in another form; write "
                    + "\"sunset, 18:00 to 21:00\", \"sunset, not before 18:00\" or \"sunset, not "
                    + "after 21:00\""
            ),
            (
                "[schedule]\nnight = \"sunset,\"",
                "2:9: schedule.night: \"sunset,\" has limits in another form; write \"sunset, 18:00 "
                    + "to 21:00\", \"sunset, not before 18:00\" or \"sunset, not after 21:00\""
            ),
            (
                "[schedule]\ndark = \"sunset, 21:00 to 18:00\"",
                "2:8: schedule.dark: \"sunset, 21:00 to 18:00\" has limits that are more than 12h "
                    + "apart; write the earlier one first, as in \"18:00 to 21:00\", or only one, as in "
                    + "\"not before 21:00\""
            ),
            (
                "[schedule.sunday]\ndark = \"sunset, 18:00 to 6:01\"",
                "2:8: schedule.sunday.dark: \"sunset, 18:00 to 6:01\" has limits that are more than 12h "
                    + "apart; write the earlier one first, as in \"06:01 to 18:00\", or only one, as in "
                    + "\"not before 18:00\""
            ),
            (
                "[schedule]\nlight = \"sunrise, 7:00 to 07:00\"",
                "2:9: schedule.light: \"sunrise, 7:00 to 07:00\" has two equal limits, so that the sun "
                    + "does not matter; write \"07:00\""
            ),
            (
                "[schedule]\nnight = \"22:30, 22:00 to 23:00\"",
                "2:9: schedule.night: \"22:30, 22:00 to 23:00\" is a time by the clock with limits; "
                    + "write \"22:30\", or a time by the sun such as \"sunset, 18:00 to 21:00\""
            ),
        ])
    func `invalid limits of a time are reported with a valid form`(
        _ text: String, _ expected: String
    ) throws {
        try `a diagnostic has a position and a remedy`(text, expected)
    }

    @Test(
        .row("C2"),
        arguments: [
            ("ambient = ", "1:11: the end of the file stands where a value should; write a value"),
            (
                "[ambient]\npolicy = sensor",
                "2:10: `sensor` is not a value; put a string in quotes: \"sensor\""
            ),
            (
                "[ambient]\ndwell.light_to_dark = 30s",
                "2:23: `30s` is not a number; put a string in quotes: \"30s\""
            ),
            (
                "[schedule]\nnight = 22:30",
                "2:9: `22:30` is a date or a time, which this reader does not take; put it in "
                    + "quotes: \"22:30\""
            ),
            (
                "[ambient]\npolicy = \"sensor\"\npolicy = \"darker\"",
                "3:1: `policy` is already there, on line 2; join the two or remove one"
            ),
            (
                "[ambient]\ndark_belw = 40.0",
                "2:1: ambient.dark_belw: unknown key; did you mean `dark_below`?"
            ),
            (
                "[ambient]\ndrak_below = 40.0",
                "2:1: ambient.drak_below: unknown key; did you mean `dark_below`?"
            ),
            (
                "[ambient]\nDark_Below = 40.0",
                "2:1: ambient.Dark_Below: unknown key; did you mean `dark_below`?"
            ),
            (
                "[ambient]\nDARK_BELOW = 40.0",
                "2:1: ambient.DARK_BELOW: unknown key; did you mean `dark_below`?"
            ),
            (
                "[ambient]\ndarkbelow = 40.0",
                "2:1: ambient.darkbelow: unknown key; did you mean `dark_below`?"
            ),
            (
                "dark_below = 40.0",
                "1:1: dark_below: unknown key; did you mean `ambient.dark_below`?"
            ),
            (
                "[sensor]\ndark_below = 40.0",
                "2:1: sensor.dark_below: unknown key; did you mean `ambient.dark_below`?"
            ),
            (
                "[sensor]\npoll_interval = \"1s\"",
                "2:1: sensor.poll_interval: unknown key; did you mean `poll`?"
            ),
            (
                "[ambient]\nlight_to_dark = \"5s\"",
                "2:1: ambient.light_to_dark: unknown key; did you mean "
                    + "`ambient.dwell.light_to_dark`?"
            ),
            (
                "[ambiant]\npolicy = \"sensor\"",
                "1:2: ambiant: unknown table; did you mean `ambient`?"
            ),
            ("[sensors]\npoll = \"1s\"", "1:2: sensors: unknown table; did you mean `sensor`?"),
            (
                "[schedule.sat]\nlight = \"08:00\"",
                "1:11: schedule.sat: unknown table; did you mean `saturday`?"
            ),
            (
                "[schedule.saterday]\nlight = \"08:00\"",
                "1:11: schedule.saterday: unknown table; did you mean `saturday`?"
            ),
            (
                "[schedule.sunday]\nnight_start = \"23:00\"",
                "2:1: schedule.sunday.night_start: unknown key; did you mean `night`?"
            ),
            ("[ambient.dwel]", "1:10: ambient.dwel: unknown table; did you mean `dwell`?"),
            (
                "xyzzy = 1",
                "1:1: xyzzy: unknown key; `appearancectl config default` prints every key"
            ),
            (
                "\"ambient.policy\" = \"sensor\"",
                "1:1: \"ambient.policy\": unknown key; `appearancectl config default` prints every key"
            ),
            (
                "[ambient]\n\"dark below\" = 40",
                "2:1: ambient.\"dark below\": unknown key; did you mean `dark_below`?"
            ),
            (
                "[ambient]\n\"\" = 1",
                "2:1: ambient.\"\": unknown key; `appearancectl config default` prints every key"
            ),
            (
                "[ambient]\npolicy.name = \"sensor\"",
                "2:1: ambient.policy: expected a word in quotes such as \"sensor\", found a table"
            ),
            (
                "ambient = { polcy = \"sensor\" }",
                "1:13: ambient.polcy: unknown key; did you mean `policy`?"
            ),
            (
                "ambient.dwell.light_to_drak = \"5s\"",
                "1:15: ambient.dwell.light_to_drak: unknown key; did you mean `light_to_dark`?"
            ),
            (
                "[quintessence]",
                "1:2: quintessence: unknown table; `appearancectl config default` prints every key"
            ),
            (
                "[ambient.\"dark\\u001b[31m\"]",
                "1:10: ambient.\"dark\\u001B[31m\": unknown table; did you mean `portal.dark`?"
            ),
            (
                "[ambient]\npolicy = 1",
                "2:10: ambient.policy: expected a word in quotes such as \"sensor\", found the "
                    + "number 1"
            ),
            (
                "[ambient]\ndark_below = \"40\"",
                "2:14: ambient.dark_below: expected a number such as 40.0, found the string \"40\""
            ),
            (
                "[ambient]\ndark_below = true",
                "2:14: ambient.dark_below: expected a number such as 40.0, found the truth value true"
            ),
            (
                "[ambient]\ndark_below = [40]",
                "2:14: ambient.dark_below: expected a number such as 40.0, found a list"
            ),
            (
                "[ambient]\ndark_below = {}",
                "2:14: ambient.dark_below: expected a number such as 40.0, found a table"
            ),
            (
                "[ambient]\nsmoothing = 3",
                "2:13: ambient.smoothing: expected a duration in quotes such as \"1m\", found the "
                    + "number 3"
            ),
            (
                "[ambient]\nsmoothing = 3.5",
                "2:13: ambient.smoothing: expected a duration in quotes such as \"1m\", found the "
                    + "number 3.5"
            ),
            (
                "[sensor]\npoll = true",
                "2:8: sensor.poll: expected a duration in quotes such as \"1m\", found the truth "
                    + "value true"
            ),
            (
                "[sensor]\nignore = \"als\"",
                "2:10: sensor.ignore: expected a list such as [\"als\"], found the string \"als\""
            ),
            (
                "[sensor]\nignore = [\"als\", 3]",
                "2:18: sensor.ignore: expected a name in quotes such as \"als\", found the number 3"
            ),
            (
                "[sensor]\nignore = [\"als\", \"\"]",
                "2:18: sensor.ignore: \"\" is not a name; remove it"
            ),
            (
                "[schedule]\nlight = 7",
                "2:9: schedule.light: expected a time in quotes such as \"sunset-30m\", found the "
                    + "number 7"
            ),
            (
                "[schedule]\nnight = false",
                "2:9: schedule.night: expected a time in quotes such as \"22:30\", found the "
                    + "truth value false"
            ),
            (
                "[location]\ntime_zone = 1",
                "2:13: location.time_zone: expected a time zone in quotes such as "
                    + "\"Europe/Berlin\", found the number 1"
            ),
            (
                "[location]\nlatitude = \"52.52\"\nlongitude = 13.4",
                "2:12: location.latitude: expected a number such as 52.52, found the string \"52.52\""
            ),
            (
                "ambient = 3",
                "1:11: ambient: expected a table such as [ambient], found the number 3"
            ),
            ("[[ambient]]", "1:3: ambient: expected a table such as [ambient], found a list"),
            (
                "[ambient.policy]",
                "1:10: ambient.policy: expected a word in quotes such as \"sensor\", found a table"
            ),
            (
                "[[schedule.saturday]]",
                "1:12: schedule.saturday: expected a table such as [schedule.saturday], found a list"
            ),
            (
                "[ambient]\npolicy = \"dark\"",
                "2:10: ambient.policy: \"dark\" is unknown; use sensor, darker, lighter or "
                    + "schedule"
            ),
            (
                "[ambient]\npolicy = \"Sensor\"",
                "2:10: ambient.policy: \"Sensor\" is unknown; use sensor, darker, lighter or "
                    + "schedule"
            ),
            (
                "[ambient]\nnight_needs = \"\"",
                "2:15: ambient.night_needs: \"\" is unknown; use both, sensor or schedule"
            ),
            (
                "[sensor]\nsource = \"webcam\"",
                "2:10: sensor.source: \"webcam\" is unknown; use auto, iio, proxy or none"
            ),
            (
                "[ambient]\ndark_below = -1",
                "2:14: ambient.dark_below: -1.0 is out of range; use 0 to 200000 lux"
            ),
            (
                "[ambient]\nlight_above = 200001",
                "2:15: ambient.light_above: 200001.0 is out of range; use 0 to 200000 lux"
            ),
            (
                "[ambient]\nlight_above = inf",
                "2:15: ambient.light_above: inf is out of range; use 0 to 200000 lux"
            ),
            (
                "[ambient]\nnight_below = nan",
                "2:15: ambient.night_below: nan is out of range; use 0 to 200000 lux"
            ),
            (
                "[ambient]\nreversal_gap = \"2h\"",
                "2:16: ambient.reversal_gap: \"2h\" is out of range; use 0s to 1h"
            ),
            (
                "[ambient]\nsmoothing = \"99ms\"",
                "2:13: ambient.smoothing: \"99ms\" is out of range; use 100ms to 1m"
            ),
            (
                "[ambient]\ndwell = { light_to_dark = \"61m\" }",
                "2:27: ambient.dwell.light_to_dark: \"61m\" is out of range; use 0s to 1h"
            ),
            (
                "[sensor]\npoll = \"499ms\"",
                "2:8: sensor.poll: \"499ms\" is out of range; use 500ms to 1m"
            ),
            (
                "[sensor]\npoll_steady = \"11m\"",
                "2:15: sensor.poll_steady: \"11m\" is out of range; use 500ms to 10m"
            ),
            ("hooks.parallel = 33", "1:18: hooks.parallel: 33 is out of range; use 1 to 32"),
            (
                "fed.hold = \"999ms\"",
                "1:12: fed.hold: \"999ms\" is out of range; use 1s to 1d"
            ),
            (
                "[location]\nlatitude = 90.5\nlongitude = 0",
                "2:12: location.latitude: 90.5 is out of range; use -90 to 90 degrees"
            ),
            (
                "[location]\nlatitude = 0\nlongitude = -9999",
                "3:13: location.longitude: -9999.0 is out of range; use -180 to 180 degrees"
            ),
            (
                "[ambient]\nsmoothing = \"\"",
                "2:13: ambient.smoothing: \"\" is not a duration; write numbers with d, h, m, "
                    + "s or ms, largest first, such as \"1m30s\""
            ),
            (
                "[ambient]\nsmoothing = \"-3s\"",
                "2:13: ambient.smoothing: \"-3s\" is not a duration; write numbers with d, h, "
                    + "m, s or ms, largest first, such as \"1m30s\""
            ),
            (
                "[ambient]\nsmoothing = \"3 s\"",
                "2:13: ambient.smoothing: \"3 s\" is not a duration; write numbers with d, h, "
                    + "m, s or ms, largest first, such as \"1m30s\""
            ),
            (
                "[ambient]\nsmoothing = \"3\"",
                "2:13: ambient.smoothing: \"3\" is not a duration; write numbers with d, h, m, "
                    + "s or ms, largest first, such as \"1m30s\""
            ),
            (
                "[ambient]\nsmoothing = \"1s1m\"",
                "2:13: ambient.smoothing: \"1s1m\" is not a duration; write numbers with d, h, "
                    + "m, s or ms, largest first, such as \"1m30s\""
            ),
            (
                "[ambient]\nreversal_gap = \"999999999d\"",
                "2:16: ambient.reversal_gap: \"999999999d\" is out of range; use 0s to 1h"
            ),
            (
                "[schedule]\nlight = \"7.30\"",
                "2:9: schedule.light: \"7.30\" is not a time; write \"HH:MM\", or an event of "
                    + "the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule]\nlight = \"24:00\"",
                "2:9: schedule.light: \"24:00\" is not a time; write \"HH:MM\", or an event of "
                    + "the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule]\ndark = \"\"",
                "2:8: schedule.dark: \"\" is not a time; write \"HH:MM\", or an event of the "
                    + "sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule]\nnight = \"never\"",
                "2:9: schedule.night: \"never\" is not a time; write \"HH:MM\", or an event of "
                    + "the sun with an offset of up to 12h, such as \"sunset-30m\"; \"\" is never"
            ),
            (
                "[schedule]\ndark = \"sundown\"",
                "2:8: schedule.dark: \"sundown\" is not a time; write \"HH:MM\", or an event "
                    + "of the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule]\ndark = \"sunset-13h\"",
                "2:8: schedule.dark: \"sunset-13h\" is not a time; write \"HH:MM\", or an "
                    + "event of the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule]\nnight_end = \"sunrise+\"",
                "2:13: schedule.night_end: \"sunrise+\" is not a time; write \"HH:MM\", or an "
                    + "event of the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule.monday]\nlight = \"\"",
                "2:9: schedule.monday.light: \"\" is not a time; write \"HH:MM\", or an event "
                    + "of the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[schedule]\ndark = \"sundown, 18:00 to 21:00\"",
                "2:8: schedule.dark: \"sundown, 18:00 to 21:00\" is not a time; write \"HH:MM\", or an "
                    + "event of the sun with an offset of up to 12h, such as \"sunset-30m\""
            ),
            (
                "[location]\ntime_zone = \"/etc/passwd\"",
                "2:13: location.time_zone: \"/etc/passwd\" is not a time zone; write an IANA "
                    + "name such as \"Europe/Berlin\", or \"\" for the system's"
            ),
            (
                "[location]\ntime_zone = \"Europe/../Berlin\"",
                "2:13: location.time_zone: \"Europe/../Berlin\" is not a time zone; write an "
                    + "IANA name such as \"Europe/Berlin\", or \"\" for the system's"
            ),
            (
                "[location]\ntime_zone = \"Europe//Berlin\"",
                "2:13: location.time_zone: \"Europe//Berlin\" is not a time zone; write an "
                    + "IANA name such as \"Europe/Berlin\", or \"\" for the system's"
            ),
            (
                "[location]\ntime_zone = \"Europe/Berlin \"",
                "2:13: location.time_zone: \"Europe/Berlin \" is not a time zone; write an "
                    + "IANA name such as \"Europe/Berlin\", or \"\" for the system's"
            ),
            (
                "[ambient]\nlight_above = 40",
                "2:15: ambient.light_above: must be above `ambient.dark_below` (40.0 by "
                    + "default); change one of the two"
            ),
            (
                "[ambient]\nlight_above = 40.0000000000001",
                "2:15: ambient.light_above: must be at least 5 % and 0.01 above "
                    + "`ambient.dark_below` (40.0 by default); change one of the two"
            ),
            (
                "[ambient]\nnight_below = 0\nnight_above = 0.009",
                "3:15: ambient.night_above: must be at least 5 % and 0.01 above "
                    + "`ambient.night_below` (0.0); change one of the two"
            ),
            (
                "[ambient]\npercent.dark_below = 15.3",
                "2:22: ambient.percent.dark_below: must be at least 5 % and 0.01 below "
                    + "`ambient.percent.light_above` (16.0 by default); change one of the two"
            ),
            (
                "[ambient]\nlight_above = 30\ndark_below = 30",
                "3:14: ambient.dark_below: must be below `ambient.light_above` (30.0); change "
                    + "one of the two"
            ),
            (
                "[ambient]\ndark_below = 90",
                "2:14: ambient.dark_below: must be below `ambient.light_above` (80.0 by "
                    + "default); change one of the two"
            ),
            (
                "[ambient]\nnight_above = 3",
                "2:15: ambient.night_above: must be above `ambient.night_below` (3.0 by "
                    + "default); change one of the two"
            ),
            (
                "[ambient]\nnight_below = 10",
                "2:15: ambient.night_below: must be below `ambient.night_above` (8.0 by "
                    + "default); change one of the two"
            ),
            (
                "[ambient]\nnight_above = 50",
                "2:15: ambient.night_above: must not be above `ambient.dark_below` (40.0 by "
                    + "default); change one of the two"
            ),
            (
                "[ambient]\ndark_below = 5",
                "2:14: ambient.dark_below: must not be below `ambient.night_above` (8.0 by "
                    + "default); change one of the two"
            ),
            (
                "[sensor]\npoll = \"10s\"",
                "2:8: sensor.poll: must not be above `sensor.poll_steady` (\"5s\" by default); "
                    + "change one of the two"
            ),
            (
                "[sensor]\npoll_steady = \"500ms\"",
                "2:15: sensor.poll_steady: must not be below `sensor.poll` (\"1s\" by "
                    + "default); change one of the two"
            ),
            (
                "[location]\nlatitude = 52.52",
                "2:12: location.latitude: needs `location.longitude` beside it; give both or "
                    + "neither"
            ),
            (
                "[location]\nlongitude = 13.4",
                "2:13: location.longitude: needs `location.latitude` beside it; give both or "
                    + "neither"
            ),
            (
                "[desktop.gtk_theme]\nlight = \"a\"\ndark = \"b\"\nnight = \"-c\"",
                "4:9: desktop.gtk_theme.night: \"-c\" is not a theme's name; write one that is "
                    + "installed, such as \"Adwaita\", or \"\" for the one for dark"
            ),
            (
                "[desktop.wallpaper]\nlight = \"/a\"",
                "2:9: desktop.wallpaper.light: needs `desktop.wallpaper.dark` (\"\" by default) "
                    + "beside it; set that too, or leave this empty"
            ),
            (
                "[desktop.wallpaper]\nlight = \"/a\"\ndark = \"\"",
                "3:8: desktop.wallpaper.dark: must not be empty beside `desktop.wallpaper.light` "
                    + "(\"/a\"); set both, or leave that empty"
            ),
        ])
    func `a diagnostic has a position and a remedy`(_ text: String, _ expected: String) throws {
        let fault = try #require(throws: FileError.self) {
            try ConfigurationReader.read(Array(text.utf8), file: "/etc/xdg/config.toml")
        }
        #expect(fault.description == "/etc/xdg/config.toml:" + expected)
    }

    @Test func `the diagnostics are in the order of the file`() throws {
        let text = """
            [sensor]
            poll = "10s"
            pol_steady = "5s"
            [ambient]
            dark_below = "dim"
            light_above = 1
            night_above = -1
            [location]
            latitude = 91
            """
        let fault = try #require(throws: FileError.self) {
            try ConfigurationReader.read(Array(text.utf8), file: "c")
        }
        #expect(
            fault.description == """
                c:2:8: sensor.poll: must not be above `sensor.poll_steady` ("5s" by default); \
                change one of the two
                c:3:1: sensor.pol_steady: unknown key; did you mean `poll_steady`?
                c:5:14: ambient.dark_below: expected a number such as 40.0, found the string "dim"
                c:7:15: ambient.night_above: -1.0 is out of range; use 0 to 200000 lux
                c:9:12: location.latitude: 91.0 is out of range; use -90 to 90 degrees
                """)
        #expect(fault.diagnostics.count == 5)
        #expect(
            fault.diagnostics[1]
                == Diagnostic(
                    file: "c", line: 3, column: 1, key: "sensor.pol_steady",
                    reason: "unknown key; did you mean `poll_steady`?"))
    }

    @Test(arguments: ["dark_below = 40\nlight_above = 42", "night_below = 0.2\nnight_above = 0.21"])
    func `bounds that are 5 % apart are accepted`(_ text: String) throws {
        _ = try ConfigurationReader.read(Array("[ambient]\n\(text)".utf8), file: "c")
    }

    @Test(arguments: [
        ("Europe/Lodon", "; did you mean \"Europe/London\"?"),
        ("europe/london", "; did you mean \"Europe/London\"?"),
        ("London", "; did you mean \"Europe/London\"?"),
        ("Mars/Olympus_Mons", "; write one such as \"Europe/Berlin\""),
    ])
    func `an unknown time zone is refused with a similar name`(
        _ name: String, _ hint: String
    ) throws {
        let names = ["Africa/Abidjan", "Europe/London", "Pacific/Fiji"]
        let zones = KnownZones(contains: names.contains, names: { names })
        func read(_ name: String) throws -> Configuration {
            let text = "[location]\ntime_zone = \"\(name)\"\n"
            return try ConfigurationReader.read(Array(text.utf8), file: "c", zones: zones)
        }
        let fault = try #require(throws: FileError.self) { try read(name) }
        #expect(
            fault.description
                == "c:2:13: location.time_zone: there is no time zone \"\(name)\"" + hint)
        #expect(try read("Pacific/Fiji").location.timeZone == "Pacific/Fiji")
        #expect(try read("").location.timeZone == "")
    }

    @Test func `a change is described by its keys and both values`() {
        var new = Configuration()
        new.ambient.thresholds.darkBelow = 50
        new.schedule.everyDay.light = .clock(ClockTime(wrapping: 450))
        func changes() -> String { ConfigurationSchema.changes(from: Configuration(), to: new) }
        #expect(
            changes() == "ambient.dark_below 40.0 → 50.0, schedule.light \"sunrise\" → \"07:30\"")
        new.sensor.ignore = ["als"]
        new.portal.enabled = false
        new.schedule.weekdays[.sunday] = new.schedule.everyDay
        #expect(
            changes().hasPrefix("ambient.dark_below 40.0 → 50.0, sensor.ignore [] → [\"als\"], "))
        #expect(changes().hasSuffix(", and 1 more"))
        new.schedule.weekdays[.sunday]?.light = .clock(ClockTime(wrapping: 540))
        #expect(changes().hasSuffix(", and 2 more"))
    }

    @Test(arguments: [
        ("abc", "", 3), ("ab", "ba", 1), ("ca", "abc", 3), ("ba", "cb", 2), ("abcd", "bacd", 1),
        ("xabx", "xbax", 1), ("kitten", "sitting", 3),
    ])
    func `a character too many, too few or wrong is an error, and so are two swapped`(
        _ left: String, _ right: String, _ errors: Int
    ) {
        let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        #expect(Suggestion.editDistance(left, right) == errors)
        #expect(Suggestion.editDistance(right, left) == errors)
    }

    @Test(arguments: [
        ("p", nil), ("po", nil), ("por", "portal"), ("ortal", "portal"), ("abcdeF", "abcdef"),
        ("abcdeg", "abcdex"),
    ])
    func `the nearest word is suggested if it is near`(_ written: String, _ expected: String?) {
        let known = ["portal", "abcdex", "abcdef", "abxyef"]
        #expect(Suggestion.nearest(to: written, among: known) == expected)
    }

    @Test func `an error has at least one diagnostic`() {
        #expect(FileError([]) == nil)
    }

    @Test(.row("C2"))
    func `of 60,000 errors 20 are named and the others counted`() throws {
        let text = (0..<60_000).map { "key\($0) = 1\n" }.joined()
        let fault = try #require(throws: FileError.self) {
            try ConfigurationReader.read(Array(text.utf8), file: "c")
        }
        #expect(fault.diagnostics.count == 60_000)
        #expect(fault.diagnostics.last?.description == "c:60000:1: key59999: unknown key")
        let lines = fault.description.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines[19].hasPrefix("c:20:1: key19: unknown key"))
        #expect(lines[20] == "c: and 59980 more problems")
    }
}

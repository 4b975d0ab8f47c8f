import AppearanceTestSupport
import Foundation
import Testing

/// The verbs that need no daemon: results of the engine that a reader can check.
@Suite(.bounded) struct OfflineTests {
    private static let fixtures = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

    private func run(_ words: String...) throws -> Appearancectl.Outcome {
        try Appearancectl(in: nil).run(words)
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(json as? [String: Any])
    }

    private func trace(_ name: String) -> String {
        Self.fixtures.appending(path: "traces/\(name)").path()
    }

    @Test func `the schedule of a day in Berlin has sun times and phases`() throws {
        let outcome = try run(
            "schedule", "--date", "2026-06-21", "--latitude", "52.5", "--longitude", "13.4",
            "--time-zone", "Europe/Berlin", "--json")
        let schedule = try object(outcome.output)
        let events = try #require(schedule["events"] as? [[String: Any]])
        let times = Dictionary(
            uniqueKeysWithValues: events.map { ($0["event"] as? String, $0["at"] as? String) })
        #expect(times["sunrise"] == "2026-06-21T02:43:15Z")
        #expect(times["sunset"] == "2026-06-21T19:33:11Z")
        let phases = try #require(schedule["phases"] as? [[String: Any]])
        #expect(
            phases.map { $0["appearance"] as? String } == ["night", "light", "dark", "night"])
        let days = try #require(schedule["days"] as? [[String: Any]])
        #expect(days.count == 1 && days[0]["polar"] is NSNull)
    }

    @Test func `southern and western locations are printed as negative`() throws {
        let outcome = try run(
            "schedule", "--latitude", "-33.45", "--longitude", "-70.67", "--json")
        let place = try #require(try object(outcome.output)["place"] as? [String: Any])
        #expect(place["latitude"] as? Double == -33.45)
        #expect(place["longitude"] as? Double == -70.67)
    }

    @Test(arguments: [("2026-06-21", "day"), ("2026-12-21", "night")])
    func `polar days are named`(_ date: String, _ polar: String) throws {
        let outcome = try run(
            "schedule", "--date", date, "--latitude", "69.65", "--longitude", "18.96", "--json")
        let days = try #require(try object(outcome.output)["days"] as? [[String: String]])
        #expect(days == [["date": date, "polar": polar]])
    }

    /// Days that begin at local midnight, with one sunrise and one sunset where there are any.
    @Test(arguments: [
        ("Pacific/Auckland", "2026-11-21T11:00:00Z", 1),
        ("Pacific/Fiji", "2026-11-21T12:00:00Z", 1),
        ("Europe/Oslo", "2026-11-21T23:00:00Z", 1), ("Pacific/Honolulu", "2026-11-22T10:00:00Z", 1),
    ])
    func `a day of the schedule begins and ends in its time zone`(
        _ zone: String, _ midnight: String, _ sunrises: Int
    ) throws {
        let outcome = try run("schedule", "--date", "2026-11-22", "--time-zone", zone, "--json")
        let schedule = try object(outcome.output)
        let phases = try #require(schedule["phases"] as? [[String: Any]])
        #expect(phases.first?["at"] as? String == midnight)
        let events = try #require(schedule["events"] as? [[String: Any]])
        #expect(events.count { $0["event"] as? String == "sunrise" } == sunrises)
        let table = try run("schedule", "--sun", "--date", "2026-11-22", "--time-zone", zone).output
        let times = table.split(separator: "\n").filter { $0.contains(#/:\d\d:\d\d /#) }
        #expect(times.count >= sunrises + 3)
        #expect(times.allSatisfy { $0.hasPrefix("2026-11-22 ") }, "\(table)")
    }

    @Test func `a date that a zone skips is no polar night`() throws {
        let outcome = try run("schedule", "--date", "2011-12-30", "--time-zone", "Pacific/Apia")
        #expect(outcome.output.contains("times in Pacific/Apia"))
        #expect(!outcome.output.contains("does not rise"), "\(outcome.output)")
    }

    @Test(arguments: [(80, 24), (120, 48)])
    func `a day of the schedule is a bar with its changes`(width: Int, cells: Int) throws {
        let home = try TestHome()
        try home.write(
            configuration: """
                [schedule]
                light = "06:00"
                dark = "18:00"
                night = "21:00"
                night_end = "03:00"

                """)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl,
            [
                "schedule", "--date", "2026-06-21", "--days", "2", "--latitude", "52.5",
                "--longitude", "13.4",
            ],
            environment: home.environment.merging(["COLUMNS": "\(width)"]) { $1 })
        let lines = run.output.split(separator: "\n").map(String.init)
        func glyphs(_ glyph: String, _ hours: Int) -> String {
            String(repeating: glyph, count: hours * cells / 24)
        }
        let bar =
            glyphs("█", 3) + glyphs("▒", 3) + glyphs("░", 12) + glyphs("▒", 3) + glyphs("█", 3)
        let changes = "dark 03:00, light 06:00, dark 18:00, night 21:00"
        let days = ["Sun 21 Jun  ", "Mon 22 Jun  "]
        let shown = lines.filter { $0.contains("dark 03:00") || $0.contains("█") }
        #expect(
            shown.prefix(4).joined(separator: "\n").hasPrefix(
                width == 120
                    ? days.map { "\($0)\(bar)  \(changes)" }.joined(separator: "\n")
                    : days.map { "\($0)\(bar)\n            \(changes)" }.joined(separator: "\n")),
            "\(run.output)")
        #expect(!run.output.contains("solar noon"))
    }

    @Test func `the schedule says that its night needs a dark room, unless it does not`() throws {
        let home = try TestHome()
        func schedule() throws -> String {
            try ChildProcess.run(
                BuiltProducts.appearancectl, ["schedule", "--time-zone", "Europe/Berlin"],
                environment: home.environment
            ).output
        }
        let words = "\nNight also needs a dark room, by a light sensor or reported light"
        #expect(try schedule().contains(words))
        try home.write(configuration: "[ambient]\nnight_needs = \"schedule\"\n")
        #expect(try !schedule().contains("dark room"))
    }

    @Test func `schedule and simulate use the daemon's configuration and TZ`() throws {
        let home = try TestHome()
        try home.write(configuration: "[schedule]\nlight = \"05:00\"\ndark = \"21:00\"\n")
        let trace = try home.write("0,500\n3600,500\n", to: "trace.csv")
        func run(_ arguments: [String], zone: String = "Asia/Tokyo") throws -> String {
            var environment = home.environment
            environment["TZ"] = zone
            return try ChildProcess.run(
                BuiltProducts.appearancectl, arguments, environment: environment
            ).output
        }
        let schedule = try run(["schedule", "--date", "2026-11-22"])
        #expect(schedule.contains("2026-11-22 21:00:00  dark   dark = 21:00\n"), "\(schedule)")
        #expect(schedule.contains("times in Asia/Tokyo."))
        let simulation = try run(["simulate", trace])
        #expect(simulation.contains("1970-01-01 00:00:00"), "\(simulation)")
        try home.write(
            configuration: "[location]\ntime_zone = \"Pacific/Fiji\"\n[ambient]\nplicy = 1\n")
        let refusal = try ChildProcess.run(
            BuiltProducts.appearancectl, ["schedule"], environment: home.environment)
        #expect(refusal.status == .exited(1))
        #expect(
            refusal.errors
                == "\(home.configurationFile):4:1: ambient.plicy: unknown key; did you mean"
                + " `policy`?\n")
        try home.write(configuration: "[location]\ntime_zone = \"Pacific/Fiji\"\n")
        #expect(try run(["schedule"]).contains("times in Pacific/Fiji."))
    }

    /// At a pole the sun rises once a year: in March at that of the north, in September at the other.
    @Test func `an override until a sunrise that is far is refused with the next one`() throws {
        let home = try TestHome()
        let month = Calendar.current.component(.month, from: .now)
        let latitude = (2...4).contains(month) ? -90 : 90
        try home.write(
            configuration: """
                [location]
                latitude = \(latitude)
                longitude = 0

                """)
        let refused = try ChildProcess.run(
            BuiltProducts.appearancectl, ["night", "off", "--until", "sunrise"],
            environment: home.environment)
        #expect(refused.status == .exited(1))
        #expect(refused.errors.hasPrefix("appearancectl: No sunrise is near: the next one is "))
        #expect(refused.errors.contains(latitude > 0 ? " Mar " : " Sep "), "\(refused.errors)")
    }

    @Test func `a recording of centuries is refused before it is simulated`() throws {
        let home = try TestHome()
        let trace = try home.write("0,5\n8987997600,5\n", to: "trace.csv")
        let outcome = try run("simulate", trace)
        #expect(outcome.status == 1)
        #expect(
            outcome.errorOutput.hasPrefix(
                "appearancectl: \(trace): the recording covers 104027 days, and the limit is 400.\n"
            ))
    }

    @Test func `an invalid start of a simulation is wrong usage`() throws {
        #expect(
            try run("simulate", trace("office_60s.csv"), "--start", "yesterday")
                == .init(
                    status: 2, output: "",
                    errorOutput: "appearancectl: invalid time \"yesterday\"; write it as"
                        + " 2026-06-21T05:00:00.\n"))
    }

    @Test func `no decision matches in a file that is not a recording`() throws {
        let outcome = try run("replay", trace("office_60s.csv"))
        #expect(outcome.status == 1)
        #expect(outcome.errorOutput.contains("line 1: this is not a run recording"))
        #expect(!outcome.errorOutput.contains("match"), "\(outcome.errorOutput)")
    }

    @Test func `two configurations are simulated side by side`() throws {
        let home = try TestHome()
        let trace = try home.write("0,500\n100,500\n101,30\n400,30\n", to: "trace.csv")
        let other = try home.write("[ambient]\ndark_below = 20\n", to: "other.toml")
        let output = try run(
            "simulate", trace, "--start", "2026-06-21T12:00:00", "--against", other
        ).output
        let lines = output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.first == "time this other.toml", "\(output)")
        #expect(lines[1] == "2026-06-21 12:00:00 light light", "\(output)")
        #expect(lines[2].hasSuffix(" dark light"), "\(output)")
        #expect(lines.contains("this: 1 change, none reversed within 5 minutes."), "\(output)")
        #expect(lines.last == "other.toml: 0 changes, none reversed within 5 minutes.")
        #expect(try run("simulate", trace, "--against", other, "--json").status == 2)
    }

    @Test func `each side of a comparison has the place and the zone of its configuration`() throws
    {
        let home = try TestHome()
        let trace = try home.write("0,\n60,\n", to: "trace.csv")
        let berlin = try home.write(
            "[location]\nlatitude = 52.5\nlongitude = 13.4\n", to: "berlin.toml")
        let sydney = try home.write(
            "[location]\ntime_zone = \"Australia/Sydney\"\n", to: "sydney.toml")
        func appearances(_ words: String...) throws -> [Substring] {
            let outcome = try Appearancectl(in: nil).run(
                [
                    "simulate", trace, "--config", berlin, "--against", sydney, "--start",
                    "2026-06-21T12:00:00Z",
                ] + words)
            return Array(
                outcome.output.split(separator: "\n")[1].split(separator: " ").dropFirst(2))
        }
        #expect(try appearances() == ["light", "dark"])
        #expect(try appearances("--time-zone", "Europe/Berlin") == ["light", "light"])
    }

    @Test func `a simulation's chart shows its thresholds`() throws {
        let home = try TestHome()
        let trace = try home.write("0,500\n100,500\n101,1\n7200,1\n", to: "trace.csv")
        let output = try run(
            "simulate", trace, "--start", "2026-06-21T12:00:00", "--plot"
        ).output
        #expect(output.contains("40 dark"), "\(output)")
        #expect(output.hasSuffix("2 changes, none reversed within 5 minutes.\n"), "\(output)")
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `every documented format of times and lines is read`(_ end: String) throws {
        let home = try TestHome()
        let rows = [
            "# a room", "time, lux", "2026-03-29T00:59:00,500", " 2026-03-29T00:59:59 ,\t500,7", "",
            "2026-03-29T03:00:00,500", "2026-03-29T03:00:30.5,500", "2026-03-29T03:59:59,500",
            "2026-03-29T04:00:00,1",
        ]
        let trace = try home.write(rows.joined(separator: end), to: "trace.csv")
        let summary = try run("simulate", trace, "--time-zone", "Europe/Berlin", "--json")
        let last = try object(try #require(summary.output.split(separator: "\n").last))
        let spans = try #require(last["seconds_in"] as? [String: Double])
        // The clocks skip an hour.
        #expect(abs(spans.values.reduce(0, +) - 7260) <= 1, "\(spans)")
        let backwards = try home.write(
            ["2026-03-29T12:00:30,5", "2026-03-29T12:00:29,5"].joined(separator: end), to: "b.csv")
        #expect(
            try run("simulate", backwards).errorOutput.contains("line 2: the time runs backwards"))
    }

    @Test func `a byte-order mark is no header`() throws {
        let home = try TestHome()
        let trace = try home.write(
            "\u{FEFF}2026-06-21T05:00:00Z,5\n2026-06-21T05:10:00Z,5\n", to: "trace.csv")
        let output = try run("simulate", trace, "--time-zone", "UTC").output
        #expect(output.contains("2026-06-21 05:00:00"), "\(output)")
    }

    @Test func `a single change is counted in the singular`() throws {
        let home = try TestHome()
        let trace = try home.write("0,500\n100,500\n101,1\n250,1\n", to: "trace.csv")
        let output = try run("simulate", trace, "--start", "2026-06-21T12:00:00").output
        #expect(output.hasSuffix("\n1 change, none reversed within 5 minutes.\n"), "\(output)")
    }

    @Test func `a lamp at night is simulated with the exact second`() throws {
        let outcome = try run(
            "simulate", trace("scenario_lamp_on_in_night_room_1_150_lux.csv"), "--json")
        let lines = try outcome.output.split(separator: "\n").map { try object($0) }
        #expect(lines.first?["initial"] as? String == "dark")
        let changes = lines.dropFirst().dropLast()
        #expect(changes.map { $0["appearance"] as? String } == ["night", "light"])
        let seconds = try #require(changes.last?["seconds"] as? Double)
        #expect(abs(seconds - 923) <= 3)
        #expect(lines.last?["changes"] as? Int == 2)
        #expect(lines.last?["reversals_within_300s"] as? Int == 0)
        let spans = try #require(lines.last?["seconds_in"] as? [String: Double])
        #expect(abs(spans.values.reduce(0, +) - 1799) <= 2)
    }

    @Test func `a week on a roof is simulated without a reversal`() throws {
        let outcome = try run("simulate", trace("roof_30s.csv"), "--json")
        let summary = try object(try #require(outcome.output.split(separator: "\n").last))
        #expect(summary["reversals_within_300s"] as? Int == 0)
        #expect(try #require(summary["changes"] as? Int) <= 31)
    }

    @Test func `the shipped configuration is printed exactly and is valid`() throws {
        let shipped = Self.fixtures.appending(path: "../../config/appearanced.toml").standardized
        let text = try String(contentsOf: shipped, encoding: .utf8)
        #expect(try run("config", "default").output == text)
        let path = shipped.path()
        #expect(try run("config", "check", path).output == "\(path) is valid.\n")
    }

    @Test func `equal times are valid, and their effect is named`() throws {
        let home = try TestHome()
        let file = try home.write(
            "[schedule]\nlight = \"7:00\"\ndark = \"07:00\"\n"
                + "[schedule.sunday]\ndark = \"19:00\"\nnight = \"06:30\"\n",
            to: "c.toml")
        let outcome = try run("config", "check", file)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                \(file) is valid.
                schedule.light and schedule.dark are both 07:00, so the schedule is never light.
                schedule.sunday.night and schedule.sunday.night_end are both 06:30, so no night hours \
                begin on Sunday.

                """)
    }

    /// The time zone, latitude and longitude, the other lines, and the remark.
    @Test(
        .row("T17"),
        arguments: [
            (
                "America/Bogota", 4.6, 74.0, "",
                "At longitude 74.0 the sun is highest at 02:04 by the clock of America/Bogota. If you are"
                    + " there, the sign is wrong: longitude = -74.0"
            ),
            (
                "Europe/Berlin", 4.6, 74.0, "time_zone = \"America/Bogota\"\n",
                "At longitude 74.0 the sun is highest at 02:04 by the clock of America/Bogota. If you are"
                    + " there, the sign is wrong: longitude = -74.0"
            ),
            (
                "Asia/Shanghai", 39.9, 0, "",
                "At longitude 0.0 the sun is highest at 20:00 by the clock of Asia/Shanghai. The sun of"
                    + " Asia/Shanghai counts while the clock is there; location.fixed = true keeps that of"
                    + " the configured place."
            ),
            ("America/Bogota", 4.6, -74.0, "", ""),
            ("America/Bogota", 4.6, 74.0, "fixed = true\n", ""), ("UTC", 4.6, 74.0, "", ""),
        ])
    func `a place whose noon is not by the clock is remarked on`(
        zone: String, latitude: Double, longitude: Double, lines: String, remark: String
    ) throws {
        let home = try TestHome()
        let file = try home.write(
            "[location]\nlatitude = \(latitude)\nlongitude = \(longitude)\n" + lines, to: "c.toml")
        let outcome = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "check", file],
            environment: home.environment.merging(["TZ": zone]) { $1 })
        #expect(outcome.output == "\(file) is valid.\n\(remark.isEmpty ? "" : remark + "\n")")
    }

    @Test(
        arguments: [
            ("light = \"sunset\"\ndark = \"sunrise\"\n", "sunset", "sunrise"),
            ("light = \"19:00\"\ndark = \"7:00\"\n", "19:00", "07:00"),
            ("light = \"7:00\"\ndark = \"01:00\"\n", nil, nil),
        ] as [(String, String?, String?)])
    func `light after dark is remarked on`(lines: String, light: String?, dark: String?) throws {
        let home = try TestHome()
        let file = try home.write("[schedule]\n" + lines, to: "c.toml")
        let output = try run("config", "check", file).output
        guard let light, let dark else { return #expect(output == "\(file) is valid.\n") }
        #expect(
            output == """
                \(file) is valid.
                schedule.light is \(light) and schedule.dark is \(dark), so the schedule is dark by day \
                and light at night; exchange them if that is not meant.

                """)
    }

    /// The line of the schedule, and the remark.
    @Test(
        .row("T35"),
        arguments: [
            (
                "dark = \"sunset, 6:00 to 9:00\"",
                "schedule.dark is sunset, 06:00 to 09:00, but without limits it is about 19:00, so it is"
                    + " always at 09:00; write 6 in the evening as 18:00."
            ),
            (
                "saturday.dark = \"sunset-30m, not before 6:00\"",
                "schedule.saturday.dark is sunset-30m, not before 06:00, but without limits it is about"
                    + " 18:30, so that limit has no effect on Saturday; write 6 in the evening as 18:00."
            ),
            (
                "night = \"sunset+4h, not after 10:00\"",
                "schedule.night is sunset+4h, not after 10:00, but without limits it is about 23:00, so"
                    + " that limit has no effect; write 6 in the evening as 18:00."
            ),
            ("dark = \"sunset, 12:00 to 23:59\"", ""),
            ("night = \"sunset+4h, 22:00 to 01:00\"", ""),
            ("light = \"sunrise, not before 00:30\"", ""),
        ])
    func `limits of another half of the day are remarked on`(line: String, remark: String) throws {
        let home = try TestHome()
        let file = try home.write(
            "[schedule]\n\(line)\n[schedule.sunday]\nnight = \"\"\n", to: "c.toml")
        let output = try run("config", "check", file).output
        #expect(output == "\(file) is valid.\n\(remark.isEmpty ? "" : remark + "\n")")
    }

    /// The arguments, and the value that the message puts into quotes.
    @Test(
        .row("T35"),
        arguments: [
            ["schedule.dark", "sunset,", "18:00", "to", "21:00"],
            ["schedule.light", "7:00", "schedule.dark", "sunset+30m,", "not", "before", "18:00"],
        ])
    func `limits without quotes are refused with them`(words: [String]) throws {
        let home = try TestHome()
        try home.write(configuration: "")
        let set = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set"] + words, environment: home.environment)
        let value = words.drop { !$0.hasSuffix(",") }.joined(separator: " ")
        #expect(set.status == .exited(2))
        #expect(
            set.errors.contains("write a value with spaces in quotes: \"\(value)\""),
            "\(set.errors)")
        let quoted = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set", "schedule.dark", value],
            environment: home.environment)
        #expect(quoted.output.contains("schedule.dark \"sunset\" → \"\(value)\""), "\(quoted)")
    }

    /// Every command that shows the schedule names the limit at which a time is.
    @Test(.row("T30")) func `schedule and simulate name the limit that counts`() throws {
        let home = try TestHome()
        try home.write(
            configuration: """
                [ambient]
                policy = "schedule"
                [schedule]
                light = "sunrise, 6:00 to 8:00"
                dark = "sunset, 18:00 to 21:00"
                night = ""
                [location]
                latitude = 52.5
                longitude = 13.4
                time_zone = "Europe/Berlin"

                """)
        let trace = try home.write("0,500\n36000,500\n", to: "trace.csv")
        func run(_ arguments: String...) throws -> String {
            try ChildProcess.run(
                BuiltProducts.appearancectl, arguments, environment: home.environment
            ).output
        }
        let schedule = try run("schedule", "--date", "2026-06-21")
        #expect(
            schedule.contains(
                "2026-06-21 06:00:00  light  light = 06:00, the earliest for sunrise\n"),
            "\(schedule)")
        #expect(
            schedule.contains("2026-06-21 21:00:00  dark   dark = 21:00, the latest for sunset\n"))
        let json = try object(try run("schedule", "--date", "2026-12-21", "--json"))
        let last = try #require((json["phases"] as? [[String: Any]])?.last)
        #expect(last["at"] as? String == "2026-12-21T17:00:00Z")
        #expect(last["at_us"] as? Int == 1_797_872_400_000_000)
        #expect(last["appearance"] as? String == "dark")
        #expect(last["because"] as? String == "dark = 18:00, the earliest for sunset")
        let days = try run("simulate", trace, "--start", "2026-06-21T12:00:00")
        #expect(
            days.contains(
                "Light since 06:00, by schedule, as the configuration asks; dark at 21:00 (latest for"
                    + " sunset).\n"), "\(days)")
        #expect(days.contains("2026-06-21 21:00:00  dark "))
    }

    @Test func `each line of a check begins with its place`() throws {
        let home = try TestHome()
        let file = try home.write(
            "[ambient]\nplicy = 1\n[location]\ntime_zone = \"Europe/Lodon\"\n", to: "c.toml")
        let outcome = try run("config", "check", file)
        #expect(outcome.status == 1)
        #expect(
            outcome.errorOutput == """
                \(file):2:1: ambient.plicy: unknown key; did you mean `policy`?
                \(file):4:13: location.time_zone: there is no time zone "Europe/Lodon"; did you mean \
                "Europe/London"?

                """)
    }

    @Test(arguments: ["absent", "loop"])
    func `a dangling link is not reported as a missing file`(_ kind: String) throws {
        let home = try TestHome()
        try home.write(configuration: "")
        let path = home.configurationFile
        try FileManager.default.removeItem(atPath: path)
        try #require(symlink(kind == "loop" ? path : "/nonexistent", path) == 0)
        let outcome = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "check"], environment: home.environment)
        #expect(outcome.status == .exited(1))
        #expect(
            outcome.errors
                == "\(path): "
                + (kind == "loop"
                    ? "Too many levels of symbolic links\n"
                    : "it is a link to /nonexistent, which does not exist\n"))
    }

    @Test func `a table and a key without its table are explained`() throws {
        let table = try run("config", "explain", "fed").output
        #expect(table.hasPrefix("fed.hold\n"))
        let schedule = try run("config", "explain", "[schedule.monday]").output
        #expect(
            schedule.hasPrefix("schedule.monday.light  (default: \"sunrise\")\n  The time at which")
        )
        #expect(schedule.split(separator: "\n").count == 8)
        #expect(try run("config", "explain", "poll").output.hasPrefix("sensor.poll\n"))
        let dark = try run("config", "explain", "dark_below").output
        #expect(dark.contains("ambient.dark_below  (default: 40.0)\n"))
        #expect(dark.contains("ambient.percent.dark_below  (default: 8.0)\n"))
    }

    @Test func `a key is explained`() throws {
        let outcome = try run("config", "explain", "ambient.dark_below")
        #expect(outcome.output.hasPrefix("ambient.dark_below\n"))
        #expect(outcome.output.contains("default  40.0\n"))
        #expect(outcome.output.hasSuffix("present  40.0, the default\n"))
        let home = try TestHome()
        try home.write(configuration: "[ambient]\ndark_below = 50\n")
        let changed = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "explain", "ambient.dark_below"],
            environment: home.environment)
        #expect(
            changed.output.hasSuffix(
                "default  40.0\n  present  50.0, by line 2 of \(home.configurationFile)\n"),
            "\(changed.output)")
    }

    @Test(arguments: [
        (
            "simulate", ["/nonexistent.csv"], Int32(1),
            "/nonexistent.csv: No such file or directory."
        ),
        ("simulate", ["/dev/null"], 1, "/dev/null: not a regular file."),
        ("simulate", ["/"], 1, "/: Is a directory."),
        ("schedule", ["--time-zone", "Mars/Base"], 2, "there is no time zone \"Mars/Base\""),
        ("schedule", ["--latitude", "95", "--longitude", "3"], 2, "latitude must be -90 to 90"),
        ("schedule", ["--latitude", "50"], 2, "--latitude and --longitude must be given together"),
        ("schedule", ["--date", "tomorrow"], 2, "must be a day such as 2026-06-21"),
        ("schedule", ["--days", "0"], 2, "--days must be 1 to 3660"),
        (
            "config", ["explain", "ambient.darkbelow"], 1,
            "unknown key \"ambient.darkbelow\"; did you mean ambient.dark_below?"
        ),
        ("config", ["explain", "schedul"], 1, "did you mean schedule?"),
        ("config", ["explain", "xyzzy"], 1, "unknown key \"xyzzy\".\nSee them all:"),
        ("config", ["check", "/"], 1, "/: Is a directory\n"),
    ])
    func `an impossible argument is refused with a message`(
        _ verb: String, _ words: [String], _ status: Int32, _ message: String
    ) throws {
        let outcome = try Appearancectl(in: nil).run([verb] + words)
        #expect(outcome.status == status)
        #expect(outcome.errorOutput.contains(message), "\(outcome.errorOutput)")
    }
}

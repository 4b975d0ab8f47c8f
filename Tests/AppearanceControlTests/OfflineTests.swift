import Foundation
import Testing

/// The two verbs that ask no daemon: the engine's answers, as anyone can check them.
@Suite struct OfflineTests {
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

    @Test func aDayInBerlinHasItsSunAndItsPhases() throws {
        let outcome = try run(
            "schedule", "--date", "2026-06-21", "--latitude", "52.5", "--longitude", "13.4",
            "--time-zone", "Europe/Berlin", "--json")
        let schedule = try object(outcome.output)
        let events = try #require(schedule["events"] as? [[String: String]])
        #expect(events.contains(["event": "sunrise", "at": "2026-06-21T02:43:15Z"]))
        #expect(events.contains(["event": "sunset", "at": "2026-06-21T19:33:11Z"]))
        let phases = try #require(schedule["phases"] as? [[String: String]])
        #expect(phases.map { $0["appearance"] } == ["night", "light", "dark", "night"])
        let days = try #require(schedule["days"] as? [[String: Any]])
        #expect(days.count == 1 && days[0]["polar"] is NSNull)
    }

    @Test func placesSouthAndWestHaveTheirMinus() throws {
        let outcome = try run(
            "schedule", "--latitude", "-33.45", "--longitude", "-70.67", "--json")
        let place = try #require(try object(outcome.output)["place"] as? [String: Any])
        #expect(place["latitude"] as? Double == -33.45)
        #expect(place["longitude"] as? Double == -70.67)
    }

    @Test(arguments: [("2026-06-21", "day"), ("2026-12-21", "night")])
    func polarDaysAreNamed(_ date: String, _ polar: String) throws {
        let outcome = try run(
            "schedule", "--date", date, "--latitude", "69.65", "--longitude", "18.96", "--json")
        let days = try #require(try object(outcome.output)["days"] as? [[String: String]])
        #expect(days == [["date": date, "polar": polar]])
    }

    @Test func aLampInTheNightIsSimulatedToTheSecond() throws {
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

    @Test func aWeekOnARoofIsSimulatedWithoutAReversal() throws {
        let outcome = try run("simulate", trace("roof_30s.csv"), "--json")
        let summary = try object(try #require(outcome.output.split(separator: "\n").last))
        #expect(summary["reversals_within_300s"] as? Int == 0)
        #expect(try #require(summary["changes"] as? Int) <= 31)
    }

    @Test func theShippedConfigurationIsPrintedToTheLetterAndIsInOrder() throws {
        let shipped = Self.fixtures.appending(path: "../../config/appearanced.toml").standardized
        let text = try String(contentsOf: shipped, encoding: .utf8)
        #expect(try run("config", "default").output == text)
        let path = shipped.path()
        #expect(try run("config", "check", path).output == "\(path) is in order.\n")
    }

    @Test func aKeyIsExplained() throws {
        let outcome = try run("config", "explain", "ambient.dark_below")
        #expect(outcome.output.hasPrefix("ambient.dark_below\n"))
        #expect(outcome.output.contains("default  40.0\n"))
    }

    @Test(arguments: [
        (
            "simulate", ["/nonexistent.csv"], Int32(1),
            "/nonexistent.csv: No such file or directory."
        ),
        ("simulate", ["/dev/null"], 1, "/dev/null: it is no regular file."),
        ("simulate", ["/"], 1, "/: Is a directory."),
        ("schedule", ["--time-zone", "Mars/Base"], 1, "there is no time zone \"Mars/Base\""),
        ("schedule", ["--latitude", "95", "--longitude", "3"], 2, "latitude is -90 to 90"),
        ("schedule", ["--latitude", "50"], 2, "--latitude and --longitude go together"),
        ("schedule", ["--date", "tomorrow"], 2, "it must be a day such as 2026-06-21"),
        ("schedule", ["--days", "0"], 2, "--days is 1 to 3660"),
        ("config", ["explain", "ambient.darkbelow"], 1, "did you mean `dark_below`?"),
        ("config", ["check", "/"], 1, "/: Is a directory."),
    ])
    func whatCannotBeMeantIsRefusedInWords(
        _ verb: String, _ words: [String], _ status: Int32, _ complaint: String
    ) throws {
        let outcome = try Appearancectl(in: nil).run([verb] + words)
        #expect(outcome.status == status)
        #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    }
}

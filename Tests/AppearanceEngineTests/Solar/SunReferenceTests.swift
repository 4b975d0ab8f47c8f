import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Held against ephem; see Tests/Fixtures/solar.
@Suite(.bounded) struct SunReferenceTests {
    @Test func `every event is found within its tolerance`() throws {
        for row in try SolarFixture("solar_reference.csv").rows {
            guard let event = SolarEvent(rawValue: row["event"] ?? "") else { continue }
            let latitude = try row.place().latitudeDegrees.magnitude
            let ours = try nearest(event, row)
            let theirs = utcTime(row["utc"] ?? "")
            let tolerance: Double =
                latitude <= 66
                ? 11 : latitude <= 72 ? 35 : try #require(Double(row["tolerance_s"] ?? ""))
            #expect(
                (ours - theirs).inSeconds.magnitude <= tolerance,
                "\(row["name"] ?? "") \(event): \(ours.iso8601), not \(theirs.iso8601)")
        }
    }

    @Test func `every event of a local day is found within its tolerance`() throws {
        for row in try SolarFixture("solar_local_days.csv").rows {
            guard let event = SolarEvent(rawValue: row["event"] ?? "") else { continue }
            let ours = try nearest(event, row)
            let theirs = utcTime(row["utc"] ?? "")
            let tolerance = try row.place().latitudeDegrees.magnitude <= 66 ? 11.0 : 300
            #expect(
                (ours - theirs).inSeconds.magnitude <= tolerance,
                "\(row["tz"] ?? "") \(event): \(ours.iso8601), not \(theirs.iso8601)")
        }
    }

    @Test func `every event of the reference is found and no other`() throws {
        let rows = try SolarFixture("solar_reference.csv").rows
        let days = Dictionary(grouping: rows) { [$0["name"], $0["date"]] }
        for rows in days.values {
            let sun = Sun(at: try rows[0].place())
            let start = utcTime("\(rows[0]["date"] ?? "")T00:00:00Z")
            let ours = sun.events(from: start, to: start + .days(1)).map(\.event)
            let theirs = rows.compactMap { SolarEvent(rawValue: $0["event"] ?? "") }
            // ephem gives no solar noon at a pole, where every direction is the meridian.
            let expected = try rows[0].place().latitudeDegrees == 90 ? [.solarNoon] : theirs
            #expect(Set(ours) == Set(expected) && ours.count == expected.count)
        }
    }

    @Test func `polar days and polar nights are recognized`() throws {
        var checked = 0
        for row in try SolarFixture("solar_reference.csv").rows {
            let start = utcTime("\(row["date"] ?? "")T00:00:00Z")
            checked += try check(row, from: start, to: start + .days(1))
        }
        for row in try SolarFixture("solar_local_days.csv").rows {
            let start = utcTime(row["day_start_utc"] ?? "")
            checked += try check(row, from: start, to: utcTime(row["day_end_utc"] ?? ""))
        }
        #expect(checked == 49)
    }

    /// Checks a row about the whole day; returns 0 for any other.
    private func check(
        _ row: [String: String], from start: WallTime, to end: WallTime
    ) throws -> Int {
        let sun = Sun(at: try row.place())
        let civil = sun.events(from: start, to: end).map(\.event)
            .filter { $0 == .civilDawn || $0 == .civilDusk }
        let name = "\(row)"
        switch row["event"] {
        case "polar_day": #expect(sun.daylight(from: start, to: end) == .alwaysUp, "\(name)")
        case "polar_night": #expect(sun.daylight(from: start, to: end) == .alwaysDown, "\(name)")
        case "no_civil_twilight_dark":
            #expect(civil.isEmpty && sun.elevationDegrees(at: start) < -6, "\(name)")
        case "civil_twilight_all_night":
            #expect(civil.isEmpty && sun.elevationDegrees(at: start) > -6, "\(name)")
        default: return 0
        }
        return 1
    }

    private func nearest(_ event: SolarEvent, _ row: [String: String]) throws -> WallTime {
        let time = utcTime(row["utc"] ?? "")
        let sun = Sun(at: try row.place())
        return try #require(sun.next(event, after: time - .hours(12)))
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The evenings of the schedule, from dark to light.
@Suite(.bounded) struct EveningsTests {
    /// The night window is by day too, and changes nothing.
    private static let byClock = schedule(
        times(light: "07:00", dark: "19:00", night: "22:30", nightEnd: "09:00"), at: nil)

    @Test(arguments: [
        ("2026-01-09T12:00:00Z", "2026-01-09T19:00:00Z", "2026-01-10T07:00:00Z"),
        ("2026-01-09T08:00:00Z", "2026-01-09T19:00:00Z", "2026-01-10T07:00:00Z"),
        ("2026-01-09T07:00:00Z", "2026-01-09T19:00:00Z", "2026-01-10T07:00:00Z"),
        ("2026-01-09T03:00:00Z", "2026-01-08T19:00:00Z", "2026-01-09T07:00:00Z"),
        ("2026-01-09T06:59:59Z", "2026-01-08T19:00:00Z", "2026-01-09T07:00:00Z"),
        ("2026-01-09T23:00:00Z", "2026-01-09T19:00:00Z", "2026-01-10T07:00:00Z"),
    ])
    func `the first evening is under way, or the next`(now: String, begin: String, end: String) {
        let evenings = Self.byClock.evenings(after: utcTime(now))
        #expect(evenings.first == utcTime(begin)..<utcTime(end))
        #expect(zip(evenings, evenings.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }

    @Test func `a polar night is one evening, and after a polar day comes the first`() throws {
        let north = Coordinates(latitudeDegrees: 78.2, longitudeDegrees: 15.6)
        let svalbard = schedule(times(), at: north)
        let winter = utcTime("2026-12-21T12:00:00Z")
        let night = try #require(svalbard.evenings(after: winter).first)
        #expect(night.contains(winter))
        #expect(night.upperBound > winter + .days(40) && night.upperBound < winter + .days(80))
        let summer = utcTime("2026-06-21T12:00:00Z")
        let first = try #require(svalbard.evenings(after: summer).first)
        #expect(first.lowerBound > summer + .days(40) && first.lowerBound < summer + .days(80))
        #expect(first.upperBound - first.lowerBound < .hours(6))
    }

    @Test func `equal times make no day, so the evening has no end`() throws {
        let dark = schedule(times(light: "07:00", dark: "07:00"), at: nil)
        let now = utcTime("2026-01-09T12:00:00Z")
        let evening = try #require(dark.evenings(after: now).first)
        #expect(evening.contains(now) && evening.upperBound == .calendarEnd)
    }
}

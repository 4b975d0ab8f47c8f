import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The end of the night, which is the end of an override without a time.
@Suite(.bounded) struct EndOfNightTests {
    static let cet = "CET-1CEST,M3.5.0,M10.5.0/3"

    @Test(arguments: [
        ("2026-01-09T12:00:00Z", "2026-01-10T06:30:00Z"),
        ("2026-01-09T23:00:00Z", "2026-01-10T06:30:00Z"),
        ("2026-01-10T06:29:00Z", "2026-01-10T06:30:00Z"),
        ("2026-01-10T06:30:00Z", "2026-01-11T06:30:00Z"),
    ])
    func `the next end of night is returned`(now: String, end: String) {
        let schedule = schedule(times(night: "22:30"), at: nil)
        #expect(schedule.endOfNight(after: utcTime(now)) == utcTime(end))
    }

    @Test func `the end of night includes an offset to the sun`() throws {
        let early = schedule(
            times(night: "22:30", nightEnd: "sunrise-30m"),
            at: ScheduleTests.berlin, in: Self.cet)
        let sunrise = early.ending(.sunrise, after: utcTime("2026-01-09T23:00:00Z"))
        let end = try #require(early.endOfNight(after: utcTime("2026-01-09T23:00:00Z")))
        #expect(sunrise == .at(end + .minutes(30)))
    }

    @Test func `without a night the time at which it would end is returned`() {
        let schedule = schedule(times(night: ""), at: nil)
        #expect(
            schedule.endOfNight(after: utcTime("2026-01-09T23:00:00Z"))
                == utcTime("2026-01-10T06:30:00Z"))
    }
}

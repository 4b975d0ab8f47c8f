import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct EndingTests {
    static let berlin = schedule(
        times(night: "22:30"), at: place(52.52, 13.4), in: "CET-1CEST,M3.5.0,M10.5.0/3")

    @Test(arguments: [
        (ModeEnd.after(.minutes(45)), "2026-05-01T12:45:00Z"),
        (.nextBoundary, "2026-05-01T18:34:13Z"), (.sunset, "2026-05-01T18:34:13Z"),
        (.sunrise, "2026-05-02T03:35:00Z"),
        (.clock(ClockTime(wrapping: 840)), "2026-05-02T12:00:00Z"),
        (.clock(ClockTime(wrapping: 841)), "2026-05-01T12:01:00Z"),
        (.clock(ClockTime(wrapping: 0)), "2026-05-01T22:00:00Z"),
    ])
    func `a mode ends at its instant`(end: ModeEnd, time: String) {
        let ending = Self.berlin.ending(end, after: utcTime("2026-05-01T12:00:00Z"))
        guard case .at(let at) = ending else {
            Issue.record("\(end) does not come")
            return
        }
        #expect((at - utcTime(time)).inSeconds.magnitude < 150, "\(at.iso8601)")
        if case .clock = end { #expect(at == utcTime(time)) }
    }

    @Test func `a missing event of the sun is refused with its next instant`() throws {
        let tromso = schedule(times(night: "22:30"), at: place(69.65, 18.96))
        let ending = tromso.ending(.sunrise, after: utcTime("2026-12-21T12:00:00Z"))
        guard case .doesNotOccur(let next) = ending else {
            Issue.record("the sun rises in the polar night")
            return
        }
        // By ephem 4.2.1. The sun grazes the horizon, so that a minute more or less is a detail of models.
        let first = utcTime("2027-01-15T10:35:17Z")
        #expect((try #require(next) - first).inSeconds.magnitude < 150, "\(next.debugDescription)")
        #expect(
            tromso.ending(.nextBoundary, after: utcTime("2026-12-21T12:00:00Z"))
                == .at(utcTime("2026-12-21T22:30:00Z")))
    }

    @Test func `a boundary that is more than a day and a half away ends after twelve hours`() {
        let polar = schedule(times(night: ""), at: place(69.65, 18.96))
        let noon = utcTime("2026-12-01T12:00:00Z")
        for end in [ModeEnd.nextBoundary, .changeAfterNext] {
            #expect(polar.ending(end, after: noon) == .at(noon + .hours(12)), "\(end)")
        }
    }

    @Test func `a schedule that never changes has no next boundary`() {
        let never = schedule(times(light: "08:00", dark: "08:00"), at: nil)
        #expect(
            never.ending(.nextBoundary, after: utcTime("2026-05-01T12:00:00Z"))
                == .doesNotOccur(next: nil))
    }

    @Test func `without a location the sun is replaced by a clock time`() {
        let nowhere = schedule(times(), at: nil, in: "<+02>-2")
        let now = utcTime("2026-05-01T17:00:00Z")
        #expect(nowhere.ending(.sunset, after: now) == .at(utcTime("2026-05-02T17:00:00Z")))
        #expect(nowhere.ending(.sunrise, after: now) == .at(utcTime("2026-05-02T05:00:00Z")))
    }

    @Test func `every ending is later than now`() {
        let now = utcTime("2026-05-01T18:34:13Z")
        for end in [ModeEnd.after(.zero), .after(.seconds(-5)), .nextBoundary, .sunset, .sunrise] {
            guard case .at(let at) = Self.berlin.ending(end, after: now) else {
                Issue.record("\(end) does not come")
                continue
            }
            #expect(at > now)
        }
    }
}

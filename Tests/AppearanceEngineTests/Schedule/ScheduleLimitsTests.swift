import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Times by the sun within limits by the clock.
@Suite(.bounded) struct ScheduleLimitsTests {
    private static let berlin = place(52.52, 13.4)
    private static let tromso = place(69.65, 18.96)
    private static let cet = "CET-1CEST,M3.5.0,M10.5.0/3"
    private static let limited = times(
        light: "sunrise, 06:00 to 08:00", dark: "sunset, 18:00 to 21:00")

    @Test(
        .row("T30"),
        arguments: [
            Story(
                "midsummer", schedule(limited, at: berlin, in: cet), "2026-06-21", "2026-06-22",
                [
                    "06-21 06:00 day: 06:00, the earliest for sunrise",
                    "06-21 21:00 evening: 21:00, the latest for sunset",
                ]),
            Story(
                "spring", schedule(limited, at: berlin, in: cet), "2026-03-20", "2026-03-21",
                ["03-20 06:09 day: sunrise", "03-20 18:19 evening: sunset"]),
            Story(
                "midwinter", schedule(limited, at: berlin, in: cet), "2026-12-21", "2026-12-22",
                [
                    "12-21 08:00 day: 08:00, the latest for sunrise",
                    "12-21 18:00 evening: 18:00, the earliest for sunset",
                ]),
            Story(
                "the earliest alone",
                schedule(
                    times(light: "sunrise, not before 6:00", dark: "sunset, not before 18:00"),
                    at: berlin, in: cet), "2026-06-21", "2026-06-22",
                [
                    "06-21 06:00 day: 06:00, the earliest for sunrise",
                    "06-21 21:33 evening: sunset",
                ]),
            Story(
                "the latest alone, with an offset",
                schedule(
                    times(light: "sunrise, not after 8:00", dark: "sunset+30m, not after 21:00"),
                    at: berlin, in: cet), "2026-06-21", "2026-06-22",
                [
                    "06-21 04:43 day: sunrise",
                    "06-21 21:00 evening: 21:00, the latest for 30 min after sunset",
                ]),
            Story(
                "a limit on the other side of the day has no effect",
                schedule(
                    times(light: "sunrise, not after 23:00", dark: "sunset, not before 06:00"),
                    at: berlin, in: cet), "2026-06-21", "2026-06-22",
                ["06-21 04:43 day: sunrise", "06-21 21:33 evening: sunset"]),
        ])
    func `a time by the sun stays within its limits`(_ story: Story) {
        #expect(story.schedule.story(story.from, story.to) == story.boundaries)
    }

    @Test(
        .row("T31"),
        arguments: [
            Story(
                "polar day", schedule(limited, at: tromso, in: cet), "2026-06-21", "2026-06-22",
                [
                    "06-21 06:00 day: 06:00, the earliest for sunrise, as the sun stays up",
                    "06-21 21:00 evening: 21:00, the latest for sunset, as the sun stays up",
                ]),
            Story(
                "polar night", schedule(limited, at: tromso, in: cet), "2026-12-21", "2026-12-22",
                [
                    "12-21 08:00 day: 08:00, the latest for sunrise, as the sun stays down",
                    "12-21 18:00 evening: 18:00, the earliest for sunset, as the sun stays down",
                ]),
            Story(
                "a sunset after midnight is that of the evening before",
                schedule(limited, at: tromso, in: cet), "2026-05-17", "2026-05-19",
                [
                    "05-17 06:00 day: 06:00, the earliest for sunrise",
                    "05-17 21:00 evening: 21:00, the latest for sunset",
                    "05-18 06:00 day: 06:00, the earliest for sunrise",
                    "05-18 21:00 evening: 21:00, the latest for sunset, as the sun stays up",
                ]),
            Story(
                "sunset alone in a polar day",
                schedule(times(dark: "sunset, 18:00 to 21:00"), at: tromso, in: cet),
                "2026-06-21", "2026-06-22",
                [
                    "06-21 00:46 day: sunrise, at the sun's lowest since it stays up",
                    "06-21 21:00 evening: 21:00, the latest for sunset, as the sun stays up",
                ]),
            Story(
                "sunset alone in a polar night",
                schedule(times(dark: "sunset, 18:00 to 21:00"), at: tromso, in: cet),
                "2026-12-21", "2026-12-22",
                [
                    "12-21 11:42 day: sunrise, at the sun's highest since it stays down",
                    "12-21 18:00 evening: 18:00, the earliest for sunset, as the sun stays down",
                ]),
            Story(
                "the southern polar night",
                schedule(limited, at: place(-77.85, 166.67), in: "<+12>-12"), "2026-06-21",
                "2026-06-22",
                [
                    "06-21 08:00 day: 08:00, the latest for sunrise, as the sun stays down",
                    "06-21 18:00 evening: 18:00, the earliest for sunset, as the sun stays down",
                ]),
        ])
    func `a sunset that does not occur is at a limit`(_ story: Story) {
        #expect(story.schedule.story(story.from, story.to) == story.boundaries)
    }

    private static let lateNight = times(
        light: "07:00", dark: "20:00", night: "sunset+4h, 22:00 to 01:00")

    @Test(
        .row("T32"),
        arguments: [
            Story(
                "midsummer", schedule(lateNight, at: berlin, in: cet), "2026-06-21", "2026-06-22",
                [
                    "06-21 01:00 night: 01:00, the latest for 4 h after sunset",
                    "06-21 06:30 evening: 06:30", "06-21 07:00 day: 07:00",
                    "06-21 20:00 evening: 20:00",
                ]),
            Story(
                "midwinter", schedule(lateNight, at: berlin, in: cet), "2026-12-21", "2026-12-22",
                [
                    "12-21 06:30 evening: 06:30", "12-21 07:00 day: 07:00",
                    "12-21 20:00 evening: 20:00",
                    "12-21 22:00 night: 22:00, the earliest for 4 h after sunset",
                ]),
            Story(
                "a Saturday of its own",
                schedule(
                    times(light: "07:00", dark: "20:00", night: "22:00"),
                    [
                        .saturday: times(
                            light: "07:00", dark: "20:00", night: "sunset+4h, 23:00 to 00:30")
                    ], at: berlin, in: cet), "2026-06-19", "2026-06-22",
                [
                    "06-19 06:30 evening: 06:30", "06-19 07:00 day: 07:00",
                    "06-19 20:00 evening: 20:00", "06-19 22:00 night: 22:00",
                    "06-20 06:30 evening: 06:30", "06-20 07:00 day: 07:00",
                    "06-20 20:00 evening: 20:00",
                    "06-21 00:30 night: 00:30, the latest for 4 h after sunset",
                    "06-21 06:30 evening: 06:30", "06-21 07:00 day: 07:00",
                    "06-21 20:00 evening: 20:00", "06-21 22:00 night: 22:00",
                ]),
            Story(
                "a Saturday of its own in a polar day",
                schedule(
                    times(light: "07:00", dark: "sunset, 19:00 to 20:00"),
                    [.saturday: times(light: "07:00", dark: "sunset, 21:00 to 22:00")],
                    at: tromso, in: cet), "2026-06-19", "2026-06-22",
                [
                    "06-19 07:00 day: 07:00",
                    "06-19 20:00 evening: 20:00, the latest for sunset, as the sun stays up",
                    "06-20 07:00 day: 07:00",
                    "06-20 22:00 evening: 22:00, the latest for sunset, as the sun stays up",
                    "06-21 07:00 day: 07:00",
                    "06-21 20:00 evening: 20:00, the latest for sunset, as the sun stays up",
                ]),
        ])
    func `limits after midnight are in the evening of their day`(_ story: Story) {
        #expect(story.schedule.story(story.from, story.to) == story.boundaries)
    }

    @Test(
        .row("T33"),
        arguments: [
            Story(
                "the latest time is skipped",
                schedule(
                    times(
                        light: "07:00", dark: "20:00", night: "sunset+8h, 02:10 to 02:40",
                        nightEnd: "05:00"), at: berlin, in: cet), "2026-03-29", "2026-03-30",
                [
                    "03-29 03:00 night: 02:40, the latest for 8 h after sunset",
                    "03-29 05:00 evening: 05:00", "03-29 07:00 day: 07:00",
                    "03-29 20:00 evening: 20:00",
                ]),
            Story(
                "the earliest time is skipped",
                schedule(
                    times(
                        light: "07:00", dark: "20:00", night: "sunset+7h, not before 02:10",
                        nightEnd: "05:00"), at: berlin, in: cet), "2026-03-29", "2026-03-30",
                [
                    "03-29 03:00 night: 02:10, the earliest for 7 h after sunset",
                    "03-29 05:00 evening: 05:00", "03-29 07:00 day: 07:00",
                    "03-29 20:00 evening: 20:00",
                ]),
            Story(
                "the earliest time occurs twice",
                schedule(
                    times(
                        light: "07:00", dark: "20:00", night: "sunset+8h, not before 02:30",
                        nightEnd: "05:00"), at: berlin, in: cet), "2026-10-25", "2026-10-26",
                [
                    "10-25 02:30 night: 02:30, the earliest for 8 h after sunset",
                    "10-25 05:00 evening: 05:00", "10-25 07:00 day: 07:00",
                    "10-25 20:00 evening: 20:00",
                ]),
        ])
    func `a limit that clocks skip or repeat counts once`(_ story: Story) {
        #expect(story.schedule.story(story.from, story.to) == story.boundaries)
        // 02:30 is 00:30 UTC the first time.
        guard story.testDescription.contains("twice") else { return }
        let midnight = utcTime("2026-10-24T22:00:00Z")
        #expect(
            story.schedule.nextBoundary(after: midnight)?.at == utcTime("2026-10-25T00:30:00Z"))
    }

    @Test(
        .row("T34"),
        arguments: [
            Story(
                "evening", schedule(times(dark: "sunset, 20:00 to 21:00"), at: nil), "2026-01-09",
                "2026-01-10",
                [
                    "01-09 07:00 day: 07:00 for sunrise, the place being unknown",
                    "01-09 20:00 evening: 20:00, the earliest for sunset, the place being unknown",
                ]),
            Story(
                "between the limits", schedule(times(dark: "sunset, 18:00 to 21:00"), at: nil),
                "2026-01-09", "2026-01-10",
                [
                    "01-09 07:00 day: 07:00 for sunrise, the place being unknown",
                    "01-09 19:00 evening: 19:00 for sunset, the place being unknown",
                ]),
            Story(
                "after midnight",
                schedule(
                    times(light: "07:00", dark: "19:00", night: "22:00"),
                    [
                        .saturday: times(
                            light: "07:00", dark: "19:00", night: "sunset+7h, 22:00 to 01:00")
                    ], at: nil), "2026-01-10", "2026-01-12",
                [
                    "01-10 06:30 evening: 06:30", "01-10 07:00 day: 07:00",
                    "01-10 19:00 evening: 19:00",
                    "01-11 01:00 night: 01:00, the latest for 7 h after sunset, "
                        + "the place being unknown",
                    "01-11 06:30 evening: 06:30", "01-11 07:00 day: 07:00",
                    "01-11 19:00 evening: 19:00", "01-11 22:00 night: 22:00",
                ]),
        ])
    func `limits hold without a place`(_ story: Story) {
        #expect(story.schedule.story(story.from, story.to) == story.boundaries)
    }

    @Test func `a limit that is days from its solar day is found`() {
        // The solar day begins at noon by this clock, and its limit is on the day before that.
        let early = schedule(
            times(light: "astronomical_dawn-12h, 05:31 to 05:32", dark: "12:00"),
            at: place(0, -179))
        #expect(early.phase(at: utcTime("2026-01-10T05:31:00Z")) == .evening)
        #expect(early.phase(at: utcTime("2026-01-10T05:32:00Z")) == .day)
    }

    /// Fifty places from pole to pole, with the clock of their longitude and summer time in every second one.
    @Test(.row("T30", "T31"), arguments: 0..<50)
    func `every boundary of a year is within its limits`(_ number: Int) throws {
        let longitude = Double(number * 67 % 360) - 179.5
        let hours = Int((longitude / 15).rounded())
        let standard = "<std>\(-hours)"
        let zone =
            number.isMultiple(of: 2) ? standard : "\(standard)<dst>\(-hours - 1),M3.5.0,M10.5.0/3"
        let place = place(-90 + Double(number) * 180 / 49, longitude)
        let day = times(
            light: "sunrise, 06:00 to 08:00", dark: "sunset, 18:00 to 21:00",
            night: "sunset+4h, 22:00 to 01:00", nightEnd: "civil_dawn, 04:00 to 05:30")
        let schedule = schedule(day, at: place, in: zone)
        let (sun, rules) = (Sun(at: place), schedule.zone)
        let first = try #require(CivilDate("2026-01-01"))
        let start = rules.instant(of: first, ClockTime(wrapping: 12 * 60))
        let boundaries = schedule.boundaries(after: start, through: start + .days(365))
        let cycle: [Boundary.Setting] = [.dark, .night, .nightEnd, .light]
        #expect(boundaries.count == 365 * cycle.count)
        for (index, boundary) in boundaries.enumerated() {
            let cause = boundary.cause
            #expect(cause.setting == cycle[index % 4], "\(place) \(boundary)")
            let date = first.advanced(by: index / 4)
            let (event, offset, from, to): (SolarEvent, Microseconds, Int, Int) =
                switch cause.setting {
                case .dark: (.sunset, .zero, 18 * 60, 21 * 60)
                case .night: (.sunset, .hours(4), 22 * 60, 25 * 60)
                case .nightEnd: (.civilDawn, .zero, 28 * 60, 29 * 60 + 30)
                case .light: (.sunrise, .zero, 30 * 60, 32 * 60)
                }
            func instant(_ minute: Int) -> WallTime {
                rules.instant(
                    of: date.advanced(by: minute / 1440), ClockTime(wrapping: minute))
            }
            let (earliest, latest) = (instant(from), instant(to))
            #expect((earliest...latest).contains(boundary.at), "\(place) \(boundary)")
            // The sun's own time counts if it is between the limits, in whole minutes.
            let rounding = Microseconds.seconds(31)
            let own = sun.events(
                from: earliest - offset - rounding, to: latest - offset + rounding
            )
            .first { $0.event == event }
            switch cause.limit {
            case .earliest: #expect(boundary.at == earliest)
            case .latest: #expect(boundary.at == latest)
            case nil:
                let isNear = own.map { abs(($0.at + offset - boundary.at).inSeconds) <= 30 }
                #expect(isNear ?? (cause.circumstance != .ordinary), "\(place) \(boundary)")
            }
            if let own, cause.limit != nil {
                let distance = abs((own.at + offset - boundary.at).inSeconds)
                #expect(distance <= 31, "\(place) \(boundary) \(own)")
            }
        }
    }
}

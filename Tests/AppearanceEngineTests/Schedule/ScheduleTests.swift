import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A schedule, some local days of it, and every boundary that they must have.
struct Story: CustomTestStringConvertible {
    let testDescription: String
    let schedule: Schedule
    let from: String
    let to: String
    let boundaries: [String]

    init(
        _ name: String, _ schedule: Schedule, _ from: String, _ to: String, _ boundaries: [String]
    ) {
        testDescription = name
        self.schedule = schedule
        self.from = from
        self.to = to
        self.boundaries = boundaries
    }
}

@Suite(.bounded) struct ScheduleTests {
    static let berlin = place(52.52, 13.4)
    static let tromso = place(69.65, 18.96)
    static let cet = "CET-1CEST,M3.5.0,M10.5.0/3"

    @Test(
        .row("T8", "T9", "T18"),
        arguments: ordinaryDays + daysOfClockChanges + daysAtHighLatitudes + weeksWithExceptions)
    func `every boundary comes in order`(_ story: Story) {
        #expect(story.schedule.story(story.from, story.to) == story.boundaries)
    }

    static let ordinaryDays = [
        Story(
            "defaults in summer", schedule(times(night: "22:30"), at: berlin, in: cet),
            "2026-06-21", "2026-06-22",
            ["06-21 06:30 day: 06:30", "06-21 21:33 evening: sunset", "06-21 22:30 night: 22:30"]),
        Story(
            "defaults in winter", schedule(times(night: "22:30"), at: berlin, in: cet),
            "2026-12-21", "2026-12-22",
            [
                "12-21 06:30 evening: 06:30", "12-21 08:15 day: sunrise",
                "12-21 15:54 evening: sunset", "12-21 22:30 night: 22:30",
            ]),
        Story(
            "a window in the small hours",
            schedule(
                times(light: "07:00", dark: "19:00", night: "01:00", nightEnd: "05:00"), at: nil),
            "2026-01-09", "2026-01-10",
            [
                "01-09 01:00 night: 01:00", "01-09 05:00 evening: 05:00", "01-09 07:00 day: 07:00",
                "01-09 19:00 evening: 19:00",
            ]),
        Story(
            "a night by day",
            schedule(
                times(light: "07:00", dark: "19:00", night: "12:00", nightEnd: "13:00"), at: nil),
            "2026-01-09", "2026-01-10",
            [
                "01-09 07:00 day: 07:00", "01-09 12:00 night: 12:00", "01-09 13:00 day: 13:00",
                "01-09 19:00 evening: 19:00",
            ]),
        Story(
            "light by night", schedule(times(light: "20:00", dark: "08:00"), at: nil),
            "2026-05-16", "2026-05-17", ["05-16 08:00 evening: 08:00", "05-16 20:00 day: 20:00"]),
        Story(
            "equal times",
            schedule(
                times(light: "20:00", dark: "20:00", night: "03:00", nightEnd: "03:00"), at: nil),
            "2026-05-16", "2026-05-18", []),
        Story(
            "fourteen hours ahead of UTC",
            schedule(times(), at: place(1.87, -157.43), in: "<+14>-14"),
            "2026-05-16", "2026-05-17", ["05-16 06:20 day: sunrise", "05-16 18:32 evening: sunset"]),
        Story(
            "no place",
            schedule(
                times(
                    light: "sunrise", dark: "sunset-30m", night: "astronomical_dusk+2h",
                    nightEnd: "civil_dawn"), at: nil), "2026-01-09", "2026-01-10",
            [
                "01-09 06:30 evening: 06:30 for civil dawn, the place being unknown",
                "01-09 07:00 day: 07:00 for sunrise, the place being unknown",
                "01-09 18:30 evening: 18:30 for 30 min before sunset, the place being unknown",
                "01-09 22:30 night: 22:30 for 2 h after astronomical dusk, the place being unknown",
            ]),
    ]

    static let daysOfClockChanges = [
        Story(
            "a time that clocks skip comes after the gap",
            schedule(times(night: "02:30", nightEnd: "05:00"), at: berlin, in: cet),
            "2026-03-28", "2026-03-30",
            [
                "03-28 02:30 night: 02:30", "03-28 05:00 evening: 05:00",
                "03-28 05:50 day: sunrise", "03-28 18:34 evening: sunset",
                "03-29 03:00 night: 02:30", "03-29 05:00 evening: 05:00",
                "03-29 06:48 day: sunrise", "03-29 19:35 evening: sunset",
            ]),
        Story(
            "a time that clocks show twice comes once",
            schedule(
                times(light: "08:00", dark: "02:30", night: "01:30", nightEnd: "02:15"), at: nil,
                in: cet), "2026-10-25", "2026-10-26",
            [
                "10-25 01:30 night: 01:30", "10-25 02:15 day: 02:15", "10-25 02:30 evening: 02:30",
                "10-25 08:00 day: 08:00",
            ]),
        Story(
            "a window that the gap swallows is none",
            schedule(
                times(light: "08:00", dark: "20:00", night: "02:15", nightEnd: "02:45"), at: nil,
                in: cet), "2026-03-29", "2026-03-30",
            ["03-29 08:00 day: 08:00", "03-29 20:00 evening: 20:00"]),
        Story(
            "times in a gap keep their order",
            schedule(times(light: "02:45", dark: "02:15"), at: nil, in: cet),
            "2026-03-28", "2026-03-30",
            ["03-28 02:15 evening: 02:15", "03-28 02:45 day: 02:45"]),
    ]

    static let daysAtHighLatitudes = [
        Story(
            "into the polar night", schedule(times(), at: tromso, in: cet),
            "2026-11-26", "2027-01-16",
            [
                "11-26 10:57 day: sunrise", "11-26 12:05 evening: sunset",
                "11-27 11:22 day: sunrise", "11-27 11:41 evening: sunset",
                "01-15 11:35 day: sunrise", "01-15 12:12 evening: sunset",
            ]),
        Story(
            "into the polar day", schedule(times(), at: tromso, in: cet),
            "2026-05-16", "2026-07-28",
            [
                "05-16 01:32 day: sunrise", "05-17 00:03 evening: sunset",
                "05-17 01:17 day: sunrise", "05-18 00:29 evening: sunset",
                "05-18 00:52 day: sunrise", "07-26 00:37 evening: sunset",
                "07-26 01:05 day: sunrise", "07-27 00:13 evening: sunset",
                "07-27 01:29 day: sunrise", "07-27 23:59 evening: sunset",
            ]),
        Story(
            "light by the clock in the polar night",
            schedule(times(light: "07:00"), at: tromso, in: cet), "2026-12-21", "2026-12-22",
            [
                "12-21 07:00 day: 07:00",
                "12-21 11:42 evening: sunset, at the sun's highest since it stays down",
            ]),
        Story(
            "light by the clock in the polar day",
            schedule(times(light: "07:00"), at: tromso, in: cet), "2026-06-21", "2026-06-22",
            [
                "06-21 00:46 evening: sunset, at the sun's lowest since it stays up",
                "06-21 07:00 day: 07:00",
            ]),
        Story(
            "offsets in the polar night",
            schedule(times(light: "sunrise-1h", dark: "sunset+1h30m"), at: tromso, in: cet),
            "2026-12-21", "2026-12-22",
            [
                "12-21 10:42 day: 1 h before sunrise, at the sun's highest since it stays down",
                "12-21 13:12 evening: "
                    + "1 h 30 min after sunset, at the sun's highest since it stays down",
            ]),
        Story(
            "offsets that turn midwinter's day round leave none of it",
            schedule(times(light: "sunrise+3h", dark: "sunset-3h"), at: place(60, 10), in: cet),
            "2026-12-12", "2027-01-01",
            [
                "12-12 12:13 day: 3 h after sunrise", "12-12 12:14 evening: 3 h before sunset",
            ]),
        Story(
            "offsets that turn midsummer's night round leave none of it",
            schedule(times(light: "sunrise-3h", dark: "sunset+3h"), at: place(60, 10), in: cet),
            "2026-06-01", "2026-07-10", []),
        Story(
            "twilight that lasts all night ends the nights",
            schedule(
                times(
                    light: "civil_dawn", dark: "civil_dusk", night: "astronomical_dusk",
                    nightEnd: "astronomical_dawn"), at: berlin, in: cet),
            "2026-05-17", "2026-05-19",
            [
                "05-17 00:37 night: astronomical dusk", "05-17 01:28 evening: astronomical dawn",
                "05-17 04:24 day: civil dawn", "05-17 21:43 evening: civil dusk",
                "05-18 04:22 day: civil dawn", "05-18 21:45 evening: civil dusk",
            ]),
        Story(
            "a year at the pole", schedule(times(), at: place(90, 0)), "2026-01-01", "2027-01-01",
            ["03-18 12:12 day: sunrise", "09-25 03:23 evening: sunset"]),
    ]

    static let weeksWithExceptions = [
        Story(
            "a weekend of its own",
            schedule(
                times(light: "07:00", dark: "19:00", night: "22:30"),
                [
                    .saturday: times(light: "09:00", dark: "19:00", nightEnd: "09:00"),
                    .sunday: times(night: "23:45", nightEnd: "08:00"),
                ], at: berlin, in: cet), "2026-01-09", "2026-01-13",
            [
                "01-09 06:30 evening: 06:30", "01-09 07:00 day: 07:00",
                "01-09 19:00 evening: 19:00", "01-09 22:30 night: 22:30",
                "01-10 09:00 day: 09:00", "01-10 19:00 evening: 19:00",
                "01-11 08:13 day: sunrise", "01-11 16:16 evening: sunset",
                "01-11 23:45 night: 23:45", "01-12 06:30 evening: 06:30",
                "01-12 07:00 day: 07:00", "01-12 19:00 evening: 19:00",
                "01-12 22:30 night: 22:30",
            ]),
        Story(
            "a night after midnight is in the evening of its day",
            schedule(
                times(light: "07:00", dark: "19:00", night: "23:30"),
                [.saturday: times(light: "07:00", dark: "19:00", night: "00:30")], at: nil,
                in: cet), "2026-01-09", "2026-01-12",
            [
                "01-09 06:30 evening: 06:30", "01-09 07:00 day: 07:00",
                "01-09 19:00 evening: 19:00", "01-09 23:30 night: 23:30",
                "01-10 06:30 evening: 06:30", "01-10 07:00 day: 07:00",
                "01-10 19:00 evening: 19:00", "01-11 00:30 night: 00:30",
                "01-11 06:30 evening: 06:30", "01-11 07:00 day: 07:00",
                "01-11 19:00 evening: 19:00", "01-11 23:30 night: 23:30",
            ]),
        Story(
            "a night before midnight of a week that has it after",
            schedule(
                times(light: "07:00", dark: "19:00", night: "00:30"),
                [.saturday: times(light: "07:00", dark: "19:00", night: "23:30")], at: nil,
                in: cet),
            "2026-01-10", "2026-01-12",
            [
                "01-10 00:30 night: 00:30", "01-10 06:30 evening: 06:30",
                "01-10 07:00 day: 07:00", "01-10 19:00 evening: 19:00",
                "01-10 23:30 night: 23:30", "01-11 06:30 evening: 06:30",
                "01-11 07:00 day: 07:00", "01-11 19:00 evening: 19:00",
            ]),
        Story(
            "dusk after midnight is in the evening of its day",
            schedule(
                times(light: "07:00", dark: "19:00", night: "22:30"),
                [.saturday: times(light: "07:00", dark: "19:00", night: "astronomical_dusk")],
                at: berlin, in: cet), "2026-05-16", "2026-05-18",
            [
                "05-16 06:30 evening: 06:30", "05-16 07:00 day: 07:00",
                "05-16 19:00 evening: 19:00", "05-17 00:37 night: astronomical dusk",
                "05-17 06:30 evening: 06:30", "05-17 07:00 day: 07:00",
                "05-17 19:00 evening: 19:00", "05-17 22:30 night: 22:30",
            ]),
        Story(
            "a time past midnight is in the evening of its day, without a place too",
            schedule(
                times(light: "07:00", dark: "19:00"),
                [.saturday: times(light: "07:00", dark: "sunset+7h")], at: nil, in: cet),
            "2026-01-10", "2026-01-12",
            [
                "01-10 07:00 day: 07:00",
                "01-11 02:00 evening: 02:00 for 7 h after sunset, the place being unknown",
                "01-11 07:00 day: 07:00", "01-11 19:00 evening: 19:00",
            ]),
        Story(
            "an offset past midnight belongs to the day of its event",
            schedule(
                times(light: "07:00", dark: "19:00"),
                [.saturday: times(light: "07:00", dark: "sunset+9h")], at: berlin, in: cet),
            "2026-01-10", "2026-01-12",
            [
                "01-10 07:00 day: 07:00", "01-11 01:14 evening: 9 h after sunset",
                "01-11 07:00 day: 07:00", "01-11 19:00 evening: 19:00",
            ]),
    ]

    @Test func `a schedule without a boundary has no next one`() {
        let never = schedule(times(light: "08:00", dark: "08:00"), at: nil)
        let now = utcTime("2026-05-01T12:00:00Z")
        #expect(never.phase(at: now) == .evening)
        #expect(never.nextBoundary(after: now) == nil)
        #expect(never.lastBoundary(notAfter: now) == nil)
    }

    @Test func `the next boundary may be months away`() throws {
        let tromso = schedule(times(), at: Self.tromso)
        let next = try #require(tromso.nextBoundary(after: utcTime("2026-05-20T00:00:00Z")))
        #expect(next.to == .evening && next.at > utcTime("2026-07-25T00:00:00Z"))
        let last = try #require(tromso.lastBoundary(notAfter: utcTime("2026-07-20T00:00:00Z")))
        #expect(last.to == .day && last.at < utcTime("2026-05-19T00:00:00Z"))
    }

    @Test func `the cause of a phase names its setting`() throws {
        let schedule = schedule(times(night: "22:30"), at: Self.berlin, in: Self.cet)
        let dusk = try #require(schedule.nextBoundary(after: utcTime("2026-05-01T12:00:00Z")))
        #expect(
            dusk.cause
                == Boundary.Cause(
                    setting: .dark, expression: .solar(.sunset, offset: .zero),
                    circumstance: .ordinary))
        let night = try #require(schedule.nextBoundary(after: dusk.at))
        #expect(night.cause.setting == .night)
        #expect(try #require(schedule.nextBoundary(after: night.at)).cause.setting == .nightEnd)
    }

    @Test(arguments: [
        Int64.min, Int64.min + 1, -62_135_596_800_000_000, 0, 4_294_967_296_000_000,
        253_402_300_799_000_000, Int64.max,
    ])
    func `the schedule accepts every instant`(_ microseconds: Int64) {
        let now = WallTime(microsecondsSinceEpoch: microseconds)
        for schedule in [
            schedule(times(night: "22:30"), at: Self.tromso, in: Self.cet),
            schedule(times(night: "sunset+11h"), at: place(-90, 180), in: "<-12>12"),
        ] {
            _ = schedule.phase(at: now)
            if let next = schedule.nextBoundary(after: now) { #expect(next.at > now) }
            if let last = schedule.lastBoundary(notAfter: now) { #expect(last.at <= now) }
        }
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The zones of the fixtures and some more, as their files spell the rule for all later years.
enum Zone {
    static let named: [String: String] = [
        "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
        "America/St_Johns": "NST3:30NDT,M3.2.0,M11.1.0",
        "America/Anchorage": "AKST9AKDT,M3.2.0,M11.1.0",
        "America/Adak": "HST10HDT,M3.2.0,M11.1.0",
        "Antarctica/McMurdo": "NZST-12NZDT,M9.5.0,M4.1.0/3",
        "Arctic/Longyearbyen": "CET-1CEST,M3.5.0,M10.5.0/3",
        "Asia/Kathmandu": "<+0545>-5:45",
        "Australia/Lord_Howe": "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
        "Australia/Sydney": "AEST-10AEDT,M10.1.0,M4.1.0/3",
        "Europe/Amsterdam": "CET-1CEST,M3.5.0,M10.5.0/3",
        "Europe/Dublin": "IST-1GMT0,M10.5.0,M3.5.0/1",
        "Europe/Helsinki": "EET-2EEST,M3.5.0/3,M10.5.0/4",
        "Europe/London": "GMT0BST,M3.5.0/1,M10.5.0",
        "Pacific/Apia": "<+13>-13",
        "Pacific/Chatham": "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
        "Pacific/Fiji": "<+12>-12",
        "Pacific/Kiritimati": "<+14>-14",
    ]

    static func rules(_ name: String) -> TimeZoneRules {
        guard let zone = TimeZoneRules(posix: named[name] ?? name)
        else { preconditionFailure("\(name) is no zone") }
        return zone
    }
}

@Suite(.bounded) struct TimeZoneRulesTests {
    @Test(arguments: [
        ("Europe/Amsterdam", "2026-03-29T00:59:59Z", 3600),
        ("Europe/Amsterdam", "2026-03-29T01:00:00Z", 7200),
        ("Europe/Amsterdam", "2026-10-25T00:59:59Z", 7200),
        ("Europe/Amsterdam", "2026-10-25T01:00:00Z", 3600),
        ("Australia/Sydney", "2026-01-01T00:00:00Z", 39_600),
        ("Australia/Sydney", "2026-07-01T00:00:00Z", 36_000),
        ("Australia/Sydney", "2026-12-31T23:59:59Z", 39_600),
        ("Europe/Dublin", "2026-01-01T00:00:00Z", 0),
        ("Europe/Dublin", "2026-07-01T00:00:00Z", 3600),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800),
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T02:59:59Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400),
        ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
        ("AAA0BBB,J60,300", "2024-03-01T01:59:59Z", 0),
        ("AAA0BBB,J60,300", "2024-03-01T02:00:00Z", 3600),
        ("AAA0BBB,59,300", "2024-02-29T02:00:00Z", 3600), ("UTC0", "2026-01-01T00:00:00Z", 0),
        ("AAA15:45", "2026-01-01T00:00:00Z", -56_700),
        ("AAA-24:59:59", "2026-01-01T00:00:00Z", 89_999),
    ])
    func `an offset follows the rule`(zone: String, time: String, seconds: Int) {
        #expect(Zone.rules(zone).utcOffsetSeconds(at: utcTime(time)) == seconds)
    }

    @Test(arguments: [
        "", "UTC", "Europe/Berlin", ":Europe/Berlin", "EST", "E5", "EST5E", "EST25", "EST5EDT,",
        "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
        "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J366", "EST5EDT,366,1", "EST5EDT,M3.2.0/168,M11.1.0",
        "EST5EDT,M3.2.0,M11.1.0x", "<+01-1", "<>1", "EST5:60", "EST99999999999999999999",
        "EST5EDT,M3.2.0,M11.1.0" + String(repeating: " ", count: 500),
    ])
    func `an invalid rule is refused`(_ text: String) {
        #expect(TimeZoneRules(posix: text) == nil)
    }

    @Test(arguments: [
        // An ordinary time, one that is skipped, the first after it, and a repeated one.
        ("Europe/Amsterdam", "2026-03-29", "01:59", "2026-03-29T00:59Z"),
        ("Europe/Amsterdam", "2026-03-29", "02:30", "2026-03-29T01:00Z"),
        ("Europe/Amsterdam", "2026-03-29", "03:00", "2026-03-29T01:00Z"),
        ("Europe/Amsterdam", "2026-10-25", "02:30", "2026-10-25T00:30Z"),
        ("Europe/Amsterdam", "2026-10-25", "03:00", "2026-10-25T02:00Z"),
        // Half an hour at Lord Howe.
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30Z"),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45Z"),
        // Clocks that change at midnight: the day begins late, or its eve ends twice.
        ("AAA3BBB,M10.3.0/0,M2.3.0/0", "2026-10-18", "00:00", "2026-10-18T03:00Z"),
        ("AAA3BBB,M10.3.0/0,M2.3.0/0", "2026-02-15", "00:00", "2026-02-15T03:00Z"),
        ("AAA3BBB,M10.3.0/0,M2.3.0/0", "2026-02-14", "23:30", "2026-02-15T01:30Z"),
        ("Pacific/Kiritimati", "2026-01-01", "00:00", "2025-12-31T10:00Z"),
    ])
    func `a repeated local time means its first instant`(
        zone: String, date: String, clock: String, time: String
    )
        throws
    {
        let date = try #require(CivilDate(date)), clock = try #require(ClockTime(clock))
        #expect(Zone.rules(zone).instant(of: date, clock) == utcTime(time))
    }

    @Test func `a clock time comes once a day and twice in an hour that is repeated`() throws {
        let zone = Zone.rules("Europe/Amsterdam")
        let clock = try #require(ClockTime("02:30"))
        var time = utcTime("2026-03-27T12:00:00Z")
        let expected = ["28T01:30", "29T01:00", "30T00:30", "31T00:30"]
        for day in expected {
            time = try #require(zone.next(clock, after: time))
            #expect(time == utcTime("2026-03-\(day):00Z"))
        }
        time = utcTime("2026-10-24T12:00:00Z")
        for day in ["25T00:30", "25T01:30", "26T01:30"] {
            time = try #require(zone.next(clock, after: time))
            #expect(time == utcTime("2026-10-\(day):00Z"))
        }
    }

    @Test func `local days begin and end as in the reference`() throws {
        for row in try SolarFixture("solar_local_days.csv").rows {
            let zone = Zone.rules(row["tz"] ?? "")
            let date = try #require(CivilDate(row["local_date"] ?? ""))
            #expect(zone.start(of: date) == utcTime(row["day_start_utc"] ?? ""))
            #expect(zone.start(of: date.advanced(by: 1)) == utcTime(row["day_end_utc"] ?? ""))
            guard let time = row["utc"], let local = row["local"], !time.isEmpty else { continue }
            let shown = zone.local(utcTime(time))
            #expect("\(shown.date)T\(shown.hoursAndMinutes)" == local.prefix(16))
        }
    }

    @Test(arguments: [Int64.min, -62_135_596_800_000_001, 253_402_300_800_000_000, Int64.max])
    func `the rules accept every instant`(_ microseconds: Int64) {
        let instant = WallTime(microsecondsSinceEpoch: microseconds)
        for name in Zone.named.keys {
            let zone = Zone.rules(name)
            let local = zone.local(instant)
            #expect((0..<86_400_000_000).contains(local.microsecondOfDay))
            #expect(zone.start(of: local.date) - instant.clamped < .days(2))
        }
    }
}

extension WallTime {
    fileprivate var clamped: WallTime { min(max(self, .calendarStart), .calendarEnd) }
}

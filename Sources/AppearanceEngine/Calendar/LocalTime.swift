package import AppearanceModel

/// A local date and time of day.
package struct LocalTime: Hashable, Sendable {
    package var date: CivilDate
    /// The time of day shown by local clocks, 0 to 86,399,999,999.
    package var microsecondOfDay: Int64

    package init(date: CivilDate, microsecondOfDay: Int64) {
        self.date = date
        self.microsecondOfDay = microsecondOfDay
    }

    /// The local time at an instant with an offset from UTC in seconds.
    init(_ instant: WallTime, utcOffsetSeconds offset: Int) {
        let local = instant.clampedToCalendar + .seconds(Int64(offset))
        let second = local.secondsSinceEpoch
        let day = second.flooredQuotient(by: 86400)
        date = CivilDate(daysSinceEpoch: Int(day))
        microsecondOfDay = local.microsecondsSinceEpoch - day * 86_400_000_000
    }

    /// The day of the week.
    package var weekday: Weekday { date.weekday }

    /// The hours and minutes as `HH:MM`.
    package var hoursAndMinutes: String {
        let minute = Int(microsecondOfDay / 60_000_000)
        return "\(padded: minute / 60, to: 2):\(padded: minute % 60, to: 2)"
    }

    /// The date and time as `YYYY-MM-DD HH:MM`.
    package var dateAndTime: String { "\(date) \(hoursAndMinutes)" }

    /// The date and time as `YYYY-MM-DD HH:MM:SS`.
    package var dateAndTimeWithSeconds: String {
        "\(dateAndTime):\(padded: Int(microsecondOfDay / 1_000_000 % 60), to: 2)"
    }
}

extension WallTime {
    /// The first instant of the calendar: 0001-01-01T00:00:00Z.
    package static let calendarStart = WallTime(secondsSinceEpoch: -62_135_596_800)
    /// The last instant of the calendar: 9999-12-31T23:59:59Z.
    package static let calendarEnd = WallTime(secondsSinceEpoch: 253_402_300_799)

    /// The instant, clamped to the years 1 to 9999.
    var clampedToCalendar: WallTime { min(max(self, .calendarStart), .calendarEnd) }

    /// The seconds since the epoch with their fraction.
    var inSeconds: Double { Double(microsecondsSinceEpoch) / 1_000_000 }

    /// The nearest whole second to a number of seconds since the epoch.
    init(rounding seconds: Double) {
        self.init(secondsSinceEpoch: Int64(seconds.rounded().clamped(to: -1e12...1e12)))
    }

    /// The nearest whole minute, so that an event of the sun is at a time that clocks show.
    var roundedToMinute: WallTime {
        WallTime(secondsSinceEpoch: (secondsSinceEpoch + 30).flooredQuotient(by: 60) * 60)
    }

    /// The instant as ISO 8601 in UTC, rounded down to the second: `2026-06-21T02:43:10Z`.
    package var iso8601: String {
        let local = LocalTime(self, utcOffsetSeconds: 0)
        let second = Int(local.microsecondOfDay / 1_000_000)
        return "\(local.date)T\(local.hoursAndMinutes):\(padded: second % 60, to: 2)Z"
    }
}

package import AppearanceModel

extension WallTime {
    /// The first instant that is reckoned with: 0001-01-01T00:00:00Z.
    package static let calendarStart = WallTime(secondsSinceEpoch: -62_135_596_800)
    /// The last: 9999-12-31T23:59:59Z.
    package static let calendarEnd = WallTime(secondsSinceEpoch: 253_402_300_799)

    /// The instant, held within the years 1 to 9999.
    var clampedToCalendar: WallTime { min(max(self, .calendarStart), .calendarEnd) }

    /// Seconds since the epoch with their fraction.
    var inSeconds: Double { Double(microsecondsSinceEpoch) / 1_000_000 }

    /// The nearest whole second to so many seconds since the epoch, which are few enough.
    init(rounding seconds: Double) {
        self.init(secondsSinceEpoch: Int64(seconds.rounded().clamped(to: -1e12...1e12)))
    }

    /// The nearest whole minute, so that an event of the sun is at the time that a clock shows.
    var roundedToMinute: WallTime {
        WallTime(secondsSinceEpoch: (secondsSinceEpoch + 30).flooredQuotient(by: 60) * 60)
    }

    /// ISO 8601 in UTC to the second below, such as `2026-06-21T02:43:10Z`.
    package var iso8601: String {
        let local = LocalTime(self, utcOffsetSeconds: 0)
        let second = Int(local.microsecondOfDay / 1_000_000)
        return "\(local.date)T\(local.hoursAndMinutes):\(padded: second % 60, to: 2)Z"
    }
}

package import AppearanceModel

/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31.
package struct CivilDate: Hashable, Sendable {
    /// The days since 1970-01-01.
    package let daysSinceEpoch: Int

    /// The day a number of days after 1970-01-01, clamped to the calendar.
    package init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = min(max(daysSinceEpoch, Self.firstDay), Self.lastDay)
    }

    /// A day; `nil` unless the year is 1 to 9999 and the date exists.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, of: year)
        else { return nil }
        daysSinceEpoch = Self.daysSinceEpoch(year: year, month: month, day: day)
    }

    /// Parses `YYYY-MM-DD`.
    package init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2],
            parts.joined().allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The year, the month and the day of the month.
    ///
    /// The era arithmetic of https://howardhinnant.github.io/date_algorithms.html: years begin in
    /// March, so that the leap day comes last, and 400 of them have 146,097 days.
    package var components: (year: Int, month: Int, day: Int) {
        let days = daysSinceEpoch + Self.daysBeforeEpoch
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }

    /// The day of the week.
    package var weekday: Weekday {
        // 1970-01-01 was a Thursday, the fourth of the week.
        Weekday.allCases[((daysSinceEpoch + 3) % 7 + 7) % 7]
    }

    /// Returns the day a number of days later, clamped to the calendar.
    package func advanced(by days: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: daysSinceEpoch + days)
    }
}

extension CivilDate {
    /// Returns the days from 1970-01-01 to a valid day, the inverse of `components`.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let marchMonth = month <= 2 ? month + 9 : month - 3
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear
            - daysBeforeEpoch
    }

    /// Returns whether a year has a 29 February.
    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let daysBeforeEpoch = 719_468
    private static let firstDay = -719_162
    private static let lastDay = 2_932_896
}

extension CivilDate: Comparable, CustomStringConvertible {
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    /// The date as `YYYY-MM-DD`.
    package var description: String {
        let (year, month, day) = components
        return "\(padded: year, to: 4)-\(padded: month, to: 2)-\(padded: day, to: 2)"
    }
}

extension DefaultStringInterpolation {
    /// Appends a number that is not negative, with leading zeros up to a width.
    mutating func appendInterpolation(padded number: Int, to width: Int) {
        let digits = String(number)
        appendInterpolation(String(repeating: "0", count: max(0, width - digits.count)) + digits)
    }
}

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

    /// Whether the instant is in the years 1 to 9999.
    package var isInCalendar: Bool { self >= .calendarStart && self <= .calendarEnd }

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
    package var iso8601: String { withoutOffset(utcOffsetSeconds: 0) + "Z" }

    /// Returns the instant as ISO 8601 with the offset of a zone, rounded down to the second:
    /// `2026-06-21T04:43:10+02:00`.
    package func iso8601(in zone: TimeZoneRules) -> String {
        let offset = zone.utcOffsetSeconds(at: self)
        let minutes = abs(offset) / 60
        return withoutOffset(utcOffsetSeconds: offset) + (offset < 0 ? "-" : "+")
            + "\(padded: minutes / 60, to: 2):\(padded: minutes % 60, to: 2)"
    }

    private func withoutOffset(utcOffsetSeconds offset: Int) -> String {
        let local = LocalTime(self, utcOffsetSeconds: offset)
        let second = Int(local.microsecondOfDay / 1_000_000)
        return "\(local.date)T\(local.hoursAndMinutes):\(padded: second % 60, to: 2)"
    }
}

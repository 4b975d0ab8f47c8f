package import AppearanceModel

/// What a clock and a calendar on the wall show.
package struct LocalTime: Hashable, Sendable {
    package var date: CivilDate
    /// From local midnight by the clock's face, 0 to 86,399,999,999.
    package var microsecondOfDay: Int64

    package init(date: CivilDate, microsecondOfDay: Int64) {
        self.date = date
        self.microsecondOfDay = microsecondOfDay
    }

    /// What a clock shows that is ahead of UTC by a number of seconds.
    init(_ instant: WallTime, utcOffsetSeconds offset: Int) {
        let local = instant.clampedToCalendar + .seconds(Int64(offset))
        let second = local.secondsSinceEpoch
        let day = second.flooredQuotient(by: 86400)
        date = CivilDate(daysSinceEpoch: Int(day))
        microsecondOfDay = local.microsecondsSinceEpoch - day * 86_400_000_000
    }

    /// The day of the week.
    package var weekday: Weekday { date.weekday }

    /// Hours and minutes, `HH:MM`.
    package var hoursAndMinutes: String {
        let minute = Int(microsecondOfDay / 60_000_000)
        return "\(padded: minute / 60, to: 2):\(padded: minute % 60, to: 2)"
    }

    /// Day, hours and minutes, `YYYY-MM-DD HH:MM`.
    package var dateAndTime: String { "\(date) \(hoursAndMinutes)" }
}

extension Int64 {
    /// The quotient rounded down, for a positive divisor.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

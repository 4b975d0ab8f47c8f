/// The same clock changes every year, as in a POSIX TZ variable.
///
/// https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_03 and, for
/// hours from -167 to 167 and daylight time behind standard time, RFC 9636, section 3.3.1.
struct DaylightRule: Equatable, Sendable {
    /// A day of every year.
    enum Day: Equatable, Sendable {
        /// `Jn`: 1 to 365, without 29 February.
        case ofCommonYear(Int)
        /// `n`: 0 to 365, with 29 February.
        case ofYear(Int)
        /// `Mm.w.d`: weekday d of week w of month m; Sunday is 0, and week 5 is the last.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    /// A clock change, by the time that clocks show before it.
    struct Change: Equatable, Sendable {
        var day: Day
        var secondOfDay: Int
    }

    /// The daylight saving time.
    struct Daylight: Equatable, Sendable {
        var utcOffset: Int
        var start: Change
        var end: Change
    }

    /// The offset of the standard time in seconds.
    var standardOffset: Int
    /// The daylight saving time; `nil` if clocks never change.
    var daylight: Daylight?

    /// Returns the offset in seconds at a second since the epoch.
    func utcOffset(at second: Int64) -> Int {
        var latest = (at: Int64.min, offset: standardOffset)
        forEachTransition(around: second) { at, offset in
            if at <= second, at >= latest.at { latest = (at, offset) }
        }
        return latest.offset
    }

    /// Returns the first change after a second since the epoch.
    func nextTransition(after second: Int64) -> Int64? {
        var next = Int64.max
        forEachTransition(around: second) { at, _ in
            if at > second { next = min(next, at) }
        }
        return next == .max ? nil : next
    }

    /// Calls a function with the changes of the previous year, this year and the next; the local year
    /// may differ from that of UTC.
    private func forEachTransition(around second: Int64, _ body: (Int64, Int) -> Void) {
        guard let daylight else { return }
        let day = CivilDate(daysSinceEpoch: Int(second.flooredQuotient(by: 86400)))
        let year = day.components.year
        for year in max(1, year - 1)...year + 1 {
            body(daylight.start.second(in: year) - Int64(standardOffset), daylight.utcOffset)
            body(daylight.end.second(in: year) - Int64(daylight.utcOffset), standardOffset)
        }
    }
}

extension DaylightRule.Change {
    /// Returns the seconds from the epoch to the change, by local clocks.
    fileprivate func second(in year: Int) -> Int64 {
        Int64(day.daysSinceEpoch(in: year)) * 86400 + Int64(secondOfDay)
    }
}

extension DaylightRule.Day {
    fileprivate func daysSinceEpoch(in year: Int) -> Int {
        switch self {
        case .ofCommonYear(let day):
            let leapDay = CivilDate.isLeap(year) && day >= 60 ? 1 : 0
            return CivilDate.daysSinceEpoch(year: year, month: 1, day: day) + leapDay
        case .ofYear(let day):
            return CivilDate.daysSinceEpoch(year: year, month: 1, day: 1) + day
        case .weekday(let month, let week, let weekday):
            let first = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
            let firstWeekday = ((first + 4) % 7 + 7) % 7  // 1970-01-01 was a Thursday, 4
            let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return first + (day < CivilDate.daysInMonth(month, of: year) ? day : day - 7)
        }
    }
}

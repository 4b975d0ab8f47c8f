import AppearanceModel

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

extension DaylightRule {
    /// Parses the value of a TZ variable, such as `EST5EDT,M3.2.0,M11.1.0`.
    ///
    /// A daylight saving time without changes has those of the United States, as in other programs.
    init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        var scanner = Scanner(rest: text.utf8[...])
        guard scanner.name(), let standard = scanner.offset() else { return nil }
        standardOffset = -standard
        guard !scanner.isAtEnd else { return }

        guard scanner.name() else { return nil }
        var offset = standardOffset + 3600
        if let next = scanner.rest.first, next != UInt8(ascii: ",") {
            guard let ahead = scanner.offset() else { return nil }
            offset = -ahead
        }
        if scanner.isAtEnd { scanner = Scanner(rest: ",M3.2.0,M11.1.0".utf8[...]) }
        guard let start = scanner.change(), let end = scanner.change(), scanner.isAtEnd
        else { return nil }
        daylight = Daylight(utcOffset: offset, start: start, end: end)
    }
}

/// A scanner of the text of a rule.
private struct Scanner {
    var rest: Substring.UTF8View

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a name: three letters or more, or any text between `<` and `>`.
    mutating func name() -> Bool {
        if skip("<") {
            let name = rest.prefix { $0 != UInt8(ascii: ">") }
            rest = rest.dropFirst(name.count)
            return name.count >= 3 && skip(">")
        }
        let name = rest.prefix { (65...90).contains($0) || (97...122).contains($0) }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// Parses `[+-]hh[:mm[:ss]]` up to 24 hours, positive west of Greenwich, in seconds.
    mutating func offset() -> Int? { clock(hours: 0...24) }

    /// Parses `,day[/time]`; the default time is 02:00.
    mutating func change() -> DaylightRule.Change? {
        guard skip(","), let day = day() else { return nil }
        guard skip("/") else { return DaylightRule.Change(day: day, secondOfDay: 7200) }
        return clock(hours: 0...167).map { DaylightRule.Change(day: day, secondOfDay: $0) }
    }

    private mutating func day() -> DaylightRule.Day? {
        if skip("J") { return number(1...365).map { .ofCommonYear($0) } }
        guard skip("M") else { return number(0...365).map { .ofYear($0) } }
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
            let weekday = number(0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    private mutating func clock(hours: ClosedRange<Int>) -> Int? {
        let sign = skip("-") ? -1 : 1
        if sign > 0 { _ = skip("+") }
        guard var seconds = number(hours).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where skip(":") {
            guard let part = number(0...59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        return range.contains(number) ? number : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}

extension DaylightRule {
    /// The rule in the form that `init(_:)` parses, without the names of the two times.
    var text: String {
        let standard = "<std>" + Self.clock(-standardOffset)
        guard let daylight else { return standard }
        return "\(standard)<dst>\(Self.clock(-daylight.utcOffset)),\(daylight.start.text),"
            + daylight.end.text
    }

    /// Returns `[-]hh:mm:ss`.
    fileprivate static func clock(_ seconds: Int) -> String {
        let rest = seconds.magnitude
        return "\(seconds < 0 ? "-" : "")\(rest / 3600):\(rest / 60 % 60):\(rest % 60)"
    }
}

extension DaylightRule.Change {
    fileprivate var text: String {
        let name =
            switch day {
            case .ofCommonYear(let day): "J\(day)"
            case .ofYear(let day): "\(day)"
            case .weekday(let month, let week, let weekday): "M\(month).\(week).\(weekday)"
            }
        return "\(name)/\(DaylightRule.clock(secondOfDay))"
    }
}

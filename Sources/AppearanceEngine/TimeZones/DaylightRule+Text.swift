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

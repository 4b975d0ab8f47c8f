package import AppearanceModel

/// A parser of durations as people write them: `1h30m`, `90min`, `1.5h`, `2 hours`.
///
/// The command line and `config set` accept these; a file has the exact form of `Microseconds.text`.
package enum SpanText {
    /// The reason for which a text with numbers is not a duration.
    package enum ParseError: Error, Equatable {
        /// A number has no unit.
        case missingUnit(number: String)
        /// The duration is too long.
        case outOfRange
    }

    private static let units: [(names: Set<Substring>, span: Microseconds)] = [
        (["ms"], .milliseconds(1)),
        (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
        (["m", "min", "mins", "minute", "minutes"], .minutes(1)),
        (["h", "hr", "hrs", "hour", "hours"], .hours(1)),
        (["d", "day", "days"], .days(1)),
    ]

    /// Parses numbers with their units, in any order and with or without blanks between them.
    ///
    /// - Returns: `nil` if the text is not a duration.
    /// - Throws: `ParseError` if a unit is missing, or the duration is too long.
    package static func span(_ text: String) throws(ParseError) -> Microseconds? {
        var rest = text.lowercased().filter { $0 != " " }[...]
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            guard digits.first != ".", let number = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty else {
                guard rest.isEmpty else { return nil }
                throw .missingUnit(number: String(digits))
            }
            guard let unit = units.first(where: { $0.names.contains(name) }) else { return nil }
            total += number * Double(unit.span.count)
        }
        guard total < 1e18 else { throw .outOfRange }
        return Microseconds(Int64(total.rounded()))
    }
}

extension SpanText.ParseError: CustomStringConvertible {
    /// The reason and the remedy, as a clause.
    package var description: String {
        switch self {
        case .missingUnit(let number): "unit missing: write \(number)m, \(number)h or \(number)s"
        case .outOfRange: "too long for a duration"
        }
    }
}

internal import AppearanceModel

/// A span of time as people write it: `1h30m`, `90min`, `1.5h`, `2 hours`.
struct SpanText {
    /// Why a text is no span.
    enum Problem: Error, Equatable {
        case unreadable
        /// A number without a unit.
        case unitMissing(String)
        /// More than can be counted.
        case tooLong
    }

    private static let units: [(names: Set<Substring>, span: Microseconds)] = [
        (["ms"], .milliseconds(1)),
        (["s", "sec", "secs", "second", "seconds"], .seconds(1)),
        (["m", "min", "mins", "minute", "minutes"], .minutes(1)),
        (["h", "hr", "hrs", "hour", "hours"], .hours(1)),
        (["d", "day", "days"], .days(1)),
    ]

    /// Reads numbers with their units, in any order and with or without blanks between them.
    static func span(_ text: String) throws(Problem) -> Microseconds {
        var rest = text.lowercased().filter { $0 != " " }[...]
        guard !rest.isEmpty else { throw .unreadable }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            guard digits.first != ".", let number = Double(digits) else { throw .unreadable }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty else {
                throw rest.isEmpty ? .unitMissing(String(digits)) : .unreadable
            }
            guard let unit = units.first(where: { $0.names.contains(name) }) else {
                throw .unreadable
            }
            total += number * Double(unit.span.count)
        }
        guard total < 1e18 else { throw .tooLong }
        return Microseconds(Int64(total.rounded()))
    }
}

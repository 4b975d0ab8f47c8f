/// A span of time in microseconds, the unit of every protocol.
public struct Microseconds: Hashable, Comparable, Sendable {
    /// The number of microseconds; may be negative.
    public var count: Int64

    /// A span of a number of microseconds.
    public init(_ count: Int64) { self.count = count }

    /// A span of no length.
    public static var zero: Microseconds { Microseconds(0) }

    /// A span of whole seconds.
    public static func seconds(_ seconds: Int64) -> Microseconds {
        Microseconds(seconds * 1_000_000)
    }
    /// A span of whole milliseconds.
    public static func milliseconds(_ milliseconds: Int64) -> Microseconds {
        Microseconds(milliseconds * 1_000)
    }
    /// A span of whole minutes.
    public static func minutes(_ minutes: Int64) -> Microseconds { .seconds(minutes * 60) }
    /// A span of whole hours.
    public static func hours(_ hours: Int64) -> Microseconds { .minutes(hours * 60) }
    /// A span of days of 24 hours.
    public static func days(_ days: Int64) -> Microseconds { .hours(days * 24) }

    /// The span in seconds.
    public var inSeconds: Double { Double(count) / 1_000_000 }

    /// Compares two spans.
    public static func < (left: Microseconds, right: Microseconds) -> Bool {
        left.count < right.count
    }
    /// Returns the sum, clamped to the range.
    public static func + (left: Microseconds, right: Microseconds) -> Microseconds {
        Microseconds(left.count.addingClamped(right.count))
    }
    /// Returns the difference, clamped to the range.
    public static func - (left: Microseconds, right: Microseconds) -> Microseconds {
        Microseconds(left.count.subtractingClamped(right.count))
    }
    /// Returns a multiple of the span, clamped to the range.
    public static func * (left: Microseconds, right: Int64) -> Microseconds {
        Microseconds(left.count.multipliedClamped(by: right))
    }
    /// Returns the span with the opposite sign.
    public static prefix func - (span: Microseconds) -> Microseconds { .zero - span }
}

extension Microseconds {
    /// Parses a span such as `1h30m`, `2m`, `1m30s`, `500ms` or `0s`: each unit once, largest first.
    package init?(text: some StringProtocol) {
        let units: [(name: String, span: Microseconds)] = [
            ("d", .days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
            ("ms", .milliseconds(1)),
        ]
        var rest = Array(text.utf8)[...]
        var lastUnit = -1
        var total = Microseconds.zero
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { (48...57).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { (97...122).contains($0) }
            rest = rest.dropFirst(letters.count)
            let name = String(decoding: letters, as: UTF8.self)
            guard let unit = units.firstIndex(where: { $0.name == name }), unit > lastUnit
            else { return nil }
            lastUnit = unit
            total = total + units[unit].span * digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        self = total
    }

    /// The span in the form that is parsed: `1m30s`.
    package var text: String {
        var rest = count
        var text = ""
        for (name, size) in [
            ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
            ("ms", 1000),
        ] as [(String, Int64)] where rest >= size {
            text += "\(rest / size)\(name)"
            rest %= size
        }
        return text.isEmpty ? "0s" : text
    }
}

extension Int64 {
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    func multipliedClamped(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

/// The pauses between attempts that fail: each twice as long as the one before, up to a longest one.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var upcoming: Duration

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
        upcoming = first
    }

    /// Returns the pause before the next attempt.
    package mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, longest) }
        return upcoming
    }

    /// Starts with the first pause again, after a success.
    package mutating func reset() { upcoming = first }
}

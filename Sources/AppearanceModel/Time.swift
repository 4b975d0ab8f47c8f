/// An instant of the wall clock: microseconds since the Unix epoch, UTC.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microsecondsSinceEpoch: Int64

    /// An instant by microseconds since the epoch.
    public init(microsecondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    /// An instant by whole seconds since the epoch.
    public init(secondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = secondsSinceEpoch.multipliedClamped(by: 1_000_000)
    }

    /// Whole seconds since the epoch, rounded down.
    public var secondsSinceEpoch: Int64 { microsecondsSinceEpoch.flooredQuotient(by: 1_000_000) }

    /// Compares two instants.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.microsecondsSinceEpoch < right.microsecondsSinceEpoch
    }
    /// Returns the instant a span later, clamped to the range.
    public static func + (left: WallTime, right: Microseconds) -> WallTime {
        WallTime(microsecondsSinceEpoch: left.microsecondsSinceEpoch.addingClamped(right.count))
    }
    /// Returns the instant a span earlier, clamped to the range.
    public static func - (left: WallTime, right: Microseconds) -> WallTime {
        WallTime(
            microsecondsSinceEpoch: left.microsecondsSinceEpoch.subtractingClamped(right.count))
    }
    /// Returns the span between two instants.
    public static func - (left: WallTime, right: WallTime) -> Microseconds {
        Microseconds(left.microsecondsSinceEpoch.subtractingClamped(right.microsecondsSinceEpoch))
    }
}

/// An instant of the boot clock, which continues during suspend and is never set.
public struct BootTime: Hashable, Comparable, Sendable {
    /// Microseconds since the machine started.
    public var microsecondsSinceBoot: Int64

    /// An instant by microseconds since the machine started.
    public init(microsecondsSinceBoot: Int64) {
        self.microsecondsSinceBoot = microsecondsSinceBoot
    }

    /// Compares two instants.
    public static func < (left: BootTime, right: BootTime) -> Bool {
        left.microsecondsSinceBoot < right.microsecondsSinceBoot
    }
    /// Returns the instant a span later, clamped to the range.
    public static func + (left: BootTime, right: Microseconds) -> BootTime {
        BootTime(microsecondsSinceBoot: left.microsecondsSinceBoot.addingClamped(right.count))
    }
    /// Returns the instant a span earlier, clamped to the range.
    public static func - (left: BootTime, right: Microseconds) -> BootTime {
        BootTime(microsecondsSinceBoot: left.microsecondsSinceBoot.subtractingClamped(right.count))
    }
    /// Returns the span between two instants.
    public static func - (left: BootTime, right: BootTime) -> Microseconds {
        Microseconds(left.microsecondsSinceBoot.subtractingClamped(right.microsecondsSinceBoot))
    }
}

/// One moment on both clocks; code that decides is given a moment and reads no clock.
public struct Moment: Hashable, Sendable {
    /// The boot clock, for dwell times and staleness.
    public var boot: BootTime
    /// The wall clock, for the schedule.
    public var wall: WallTime

    /// A moment on both clocks.
    public init(boot: BootTime, wall: WallTime) {
        self.boot = boot
        self.wall = wall
    }

    /// A moment by two clocks in microseconds: since the machine started, and since the epoch.
    package init(_ clocks: (boot: Int64, wall: Int64)) {
        boot = BootTime(microsecondsSinceBoot: clocks.boot)
        wall = WallTime(microsecondsSinceEpoch: clocks.wall)
    }
}

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
        Microseconds(seconds.multipliedClamped(by: 1_000_000))
    }
    /// A span of whole milliseconds.
    public static func milliseconds(_ milliseconds: Int64) -> Microseconds {
        Microseconds(milliseconds.multipliedClamped(by: 1_000))
    }
    /// A span of whole minutes.
    public static func minutes(_ minutes: Int64) -> Microseconds {
        .seconds(minutes.multipliedClamped(by: 60))
    }
    /// A span of whole hours.
    public static func hours(_ hours: Int64) -> Microseconds {
        .minutes(hours.multipliedClamped(by: 60))
    }
    /// A span of days of 24 hours.
    public static func days(_ days: Int64) -> Microseconds {
        .hours(days.multipliedClamped(by: 24))
    }

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
    private static let units: [(name: String, span: Microseconds)] = [
        ("d", .days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
        ("ms", .milliseconds(1)),
    ]

    /// Parses a span such as `1h30m`, `2m`, `1m30s`, `500ms` or `0s`: each unit once, largest first.
    package init?(text: some StringProtocol) {
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
            guard let unit = Self.units.firstIndex(where: { $0.name == name }), unit > lastUnit
            else { return nil }
            lastUnit = unit
            total = total + Self.units[unit].span * digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        self = total
    }

    /// The span in the form that is parsed: `1m30s`.
    package var text: String {
        var rest = count
        var text = ""
        for (name, span) in Self.units where rest >= span.count {
            text += "\(rest / span.count)\(name)"
            rest %= span.count
        }
        return text.isEmpty ? "0s" : text
    }
}

extension Int64 {
    /// Returns the quotient rounded down, for a positive divisor.
    package func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

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

extension Microseconds {
    /// The time since an event, as people say it: `12 s`, `5 min`, `3 h`.
    package var age: String {
        let seconds = max(0, count / 1_000_000)
        return if seconds < 120 {
            "\(seconds) s"
        } else if seconds < 7_200 {
            "\(seconds / 60) min"
        } else {
            "\(seconds / 3_600) h"
        }
    }
}

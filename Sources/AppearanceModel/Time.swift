/// A span of time in microseconds, the unit of every wire.
public struct Microseconds: Hashable, Comparable, Sendable {
    /// The number of microseconds; negative for a span backwards.
    public var count: Int64

    /// A span of so many microseconds.
    public init(_ count: Int64) { self.count = count }

    /// No time at all.
    public static let zero = Microseconds(0)

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

    /// Orders spans by length.
    public static func < (left: Microseconds, right: Microseconds) -> Bool {
        left.count < right.count
    }
    /// The sum, held at the ends of the range.
    public static func + (left: Microseconds, right: Microseconds) -> Microseconds {
        Microseconds(left.count.addingClamped(right.count))
    }
    /// The difference, held at the ends of the range.
    public static func - (left: Microseconds, right: Microseconds) -> Microseconds {
        Microseconds(left.count.subtractingClamped(right.count))
    }
    /// The span so many times over.
    public static func * (left: Microseconds, right: Int64) -> Microseconds {
        Microseconds(left.count.multipliedClamped(by: right))
    }
    /// The span backwards.
    public static prefix func - (span: Microseconds) -> Microseconds { .zero - span }
}

/// An instant of the wall clock: microseconds since the Unix epoch, UTC.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microsecondsSinceEpoch: Int64

    /// The instant so many microseconds after the epoch.
    public init(microsecondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    /// The instant so many whole seconds after the epoch.
    public init(secondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = secondsSinceEpoch.multipliedClamped(by: 1_000_000)
    }

    /// Whole seconds since the epoch, rounded down.
    public var secondsSinceEpoch: Int64 {
        let (quotient, remainder) = microsecondsSinceEpoch.quotientAndRemainder(
            dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Orders instants.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.microsecondsSinceEpoch < right.microsecondsSinceEpoch
    }
    /// The instant a span later, held at the ends of the range.
    public static func + (left: WallTime, right: Microseconds) -> WallTime {
        WallTime(microsecondsSinceEpoch: left.microsecondsSinceEpoch.addingClamped(right.count))
    }
    /// The instant a span earlier, held at the ends of the range.
    public static func - (left: WallTime, right: Microseconds) -> WallTime {
        WallTime(
            microsecondsSinceEpoch: left.microsecondsSinceEpoch.subtractingClamped(right.count))
    }
    /// The span between two instants.
    public static func - (left: WallTime, right: WallTime) -> Microseconds {
        Microseconds(left.microsecondsSinceEpoch.subtractingClamped(right.microsecondsSinceEpoch))
    }
}

/// An instant of the boot clock, which counts on through suspend and is never set.
public struct BootTime: Hashable, Comparable, Sendable {
    /// Microseconds since the machine started.
    public var microsecondsSinceBoot: Int64

    /// The instant so many microseconds after the machine started.
    public init(microsecondsSinceBoot: Int64) {
        self.microsecondsSinceBoot = microsecondsSinceBoot
    }

    /// Orders instants.
    public static func < (left: BootTime, right: BootTime) -> Bool {
        left.microsecondsSinceBoot < right.microsecondsSinceBoot
    }
    /// The instant a span later, held at the ends of the range.
    public static func + (left: BootTime, right: Microseconds) -> BootTime {
        BootTime(microsecondsSinceBoot: left.microsecondsSinceBoot.addingClamped(right.count))
    }
    /// The instant a span earlier, held at the ends of the range.
    public static func - (left: BootTime, right: Microseconds) -> BootTime {
        BootTime(microsecondsSinceBoot: left.microsecondsSinceBoot.subtractingClamped(right.count))
    }
    /// The span between two instants.
    public static func - (left: BootTime, right: BootTime) -> Microseconds {
        Microseconds(left.microsecondsSinceBoot.subtractingClamped(right.microsecondsSinceBoot))
    }
}

/// One moment on both clocks, handed to whatever decides; nothing that decides reads a clock.
public struct Moment: Hashable, Sendable {
    /// For dwell and staleness.
    public var boot: BootTime
    /// For sun and clock.
    public var wall: WallTime

    /// A moment on both clocks.
    public init(boot: BootTime, wall: WallTime) {
        self.boot = boot
        self.wall = wall
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

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
    public var secondsSinceEpoch: Int64 {
        let (quotient, remainder) = microsecondsSinceEpoch.quotientAndRemainder(
            dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

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
}

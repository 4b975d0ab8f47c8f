package import Glibc

/// The machine's clocks, read here only.
package enum SystemClock {
    /// The present instant in microseconds: since boot, suspend included, and since the epoch.
    package static func now() -> (boot: Int64, wall: Int64) {
        (boot: microseconds(of: CLOCK_BOOTTIME), wall: microseconds(of: CLOCK_REALTIME))
    }

    /// The present instant in microseconds since the machine started, suspend not included.
    package static func monotonic() -> Int64 { microseconds(of: CLOCK_MONOTONIC) }

    /// How long the machine has been suspended in all since it started, in microseconds.
    ///
    /// A thread that is held up between the two looks sees less of it, never more.
    package static func timeSuspended() -> Int64 {
        let boot = microseconds(of: CLOCK_BOOTTIME)
        return boot - microseconds(of: CLOCK_MONOTONIC)
    }

    /// Returns the present instant of a clock in microseconds.
    package static func microseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
    }
}

extension Duration {
    /// The whole microseconds in it.
    package var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }

    /// The milliseconds in it for poll(2), at least 0: rounded up, so that the wait is long enough.
    package var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        return max(0, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
}

import Glibc

/// The machine's clocks, read here only.
package enum SystemClock {
    /// The present instant in microseconds: since boot, suspend included, and since the epoch.
    package static func now() -> (boot: Int64, wall: Int64) {
        (boot: microseconds(of: CLOCK_BOOTTIME), wall: microseconds(of: CLOCK_REALTIME))
    }

    static func microseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
    }
}

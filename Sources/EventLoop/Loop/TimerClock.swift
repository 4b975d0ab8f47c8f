import Glibc

/// The clock on which a timer is due.
package enum TimerClock: Hashable, Sendable {
    /// Time since the machine started, suspend included: for dwell and staleness.
    case boottime
    /// Time since the Unix epoch: for sun and clock.
    case realtime
    /// Time since the machine started, suspend not included.
    case monotonic

    var identifier: clockid_t {
        switch self {
        case .boottime: CLOCK_BOOTTIME
        case .realtime: CLOCK_REALTIME
        case .monotonic: CLOCK_MONOTONIC
        }
    }
}

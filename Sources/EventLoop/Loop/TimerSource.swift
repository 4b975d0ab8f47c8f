import CSystemd
import Glibc
import Linux

/// A timer that fires once each time it is armed, at most 1 ms late while the loop is idle.
///
/// Timers that are due in the same turn of the loop fire in any order.
package final class TimerSource {
    private let source: EventSource
    private let clock: TimerClock

    // sd-event takes an accuracy of 0 to mean 250 ms.
    private static let accuracyMicroseconds: UInt64 = 1_000

    init(
        on loop: EventLoop, clock: TimerClock, _ handler: @escaping () -> Void
    ) throws(IOError) {
        self.clock = clock
        source = try EventSource("sd_event_add_time", handler: EventHandler(handler)) {
            source, userData in
            sd_event_add_time(
                loop.event, &source, clock.identifier, 0, Self.accuracyMicroseconds,
                { _, _, userData in EventHandler.run(userData, ()) }, userData)
        }
        disarm()
    }

    /// Fires once at this instant of the timer's clock, in microseconds; a past one fires at once.
    package func arm(at microseconds: Int64) {
        source.setTime(microseconds: UInt64(max(microseconds, 0)))
        source.enable(SD_EVENT_ONESHOT)
    }

    /// Fires once when this much more of the timer's clock has passed.
    package func arm(after duration: Duration) {
        arm(at: SystemClock.microseconds(of: clock.identifier) + duration.microseconds)
    }

    /// Does not fire until armed again.
    package func disarm() { source.enable(SD_EVENT_OFF) }
}

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

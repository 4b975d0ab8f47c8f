import CLinux
import CSystemd
import Glibc
package import Linux

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

/// Reports that the wall clock was set, or has jumped over a suspend.
///
/// It is a timer at the end of time that the kernel cancels whenever the clock is set; see
/// TFD_TIMER_CANCEL_ON_SET in timerfd_create(2).
package final class WallClockWatch {
    /// Reads a descriptor; returns the number of bytes, or the error.
    package typealias Reader = (Int32) -> Attempt<Int>

    private let descriptor: Descriptor
    private var source: IOSource?

    /// Watches the system's clock.
    package convenience init(
        on loop: EventLoop, _ clockWasSet: @escaping () -> Void
    ) throws(IOError) {
        let timer = try Descriptor(
            owning: SystemCall.run("timerfd_create") {
                timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
            })
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        var never = itimerspec()
        never.it_value.tv_sec = .max
        try SystemCall.run("timerfd_settime") {
            timerfd_settime(timer.rawValue, flags, &never, nil)
        }
        try self.init(on: loop, timer: timer, reader: Self.readExpirations, clockWasSet)
    }

    /// Watches another descriptor in place of the timer, with a reader for it.
    package init(
        on loop: EventLoop, timer: consuming Descriptor, reader: @escaping Reader,
        _ clockWasSet: @escaping () -> Void
    ) throws(IOError) {
        let rawValue = timer.rawValue
        descriptor = timer
        source = try loop.watch(rawValue, for: .readable) { _ in
            if case .failure(.canceled) = reader(rawValue) { clockWasSet() }
        }
    }

    // The source must leave epoll before its descriptor is closed.
    deinit { source = nil }

    private static func readExpirations(_ descriptor: Int32) -> Attempt<Int> {
        var expirations: UInt64 = 0
        return SystemCall.attempt {
            read(descriptor, &expirations, MemoryLayout.size(ofValue: expirations))
        }
    }
}

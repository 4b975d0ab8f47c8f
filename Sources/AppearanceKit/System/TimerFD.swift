internal import CLinux
internal import Glibc

/// A timer that is a descriptor: readable when its time has come, until it is set again.
package struct TimerFD: ~Copyable {
    private let timer: Descriptor

    /// A timer that is not set.
    package init() throws(FollowError) {
        // The clock of ContinuousClock, which runs on through suspend.
        timer = Descriptor(timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC)))
        guard timer.isOpen else { throw FollowError("timerfd_create", errno: errno) }
    }

    /// The descriptor that is readable once it has rung.
    package var number: Int32 { timer.number }

    /// Rings at an instant, at once if it has passed; nil: not at all.
    package func set(to instant: ContinuousClock.Instant?) {
        var time = itimerspec()
        if let instant {
            let left = max(instant - .now, .nanoseconds(1)).components
            time.it_value.tv_sec = Int(left.seconds)
            time.it_value.tv_nsec = max(1, Int(left.attoseconds / 1_000_000_000))
        }
        timerfd_settime(timer.number, 0, &time, nil)
    }
}

import CLinux
import Glibc

/// A place for one thread without a loop to sleep until an instant, or until another thread wakes it.
package final class Parker: Sendable {
    /// Why the sleep is over.
    package enum Outcome: Hashable, Sendable {
        /// Another thread called `tell`, before or during the sleep.
        case told
        /// The instant has come.
        case due
    }

    private let flag: EventDescriptor
    private let timer: Descriptor

    /// Makes a place to wait.
    package init() throws(IOError) {
        flag = try EventDescriptor()
        timer = try Descriptor(
            owning: SystemCall.run("timerfd_create") {
                timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
            })
    }

    /// Ends the present sleep, or the next; to tell twice is to tell once.
    package func tell() { flag.raise() }

    /// Sleeps until this instant of the boot clock in microseconds, or without end.
    package func wait(untilBoottime microseconds: Int64?) throws(IOError) -> Outcome {
        try arm(at: microseconds)
        try flag.wait(orReadable: timer.rawValue)
        return flag.lower() ? .told : .due
    }

    private func arm(at microseconds: Int64?) throws(IOError) {
        var setting = itimerspec()
        if let microseconds {
            // All zero would disarm the timer.
            let due = max(microseconds, 1)
            setting.it_value.tv_sec = Int(due / 1_000_000)
            setting.it_value.tv_nsec = Int(due % 1_000_000) * 1_000
        }
        try SystemCall.run("timerfd_settime") {
            timerfd_settime(timer.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
    }
}

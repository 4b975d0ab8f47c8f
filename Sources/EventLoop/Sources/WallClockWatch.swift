import CLinux
import Glibc
package import Linux

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

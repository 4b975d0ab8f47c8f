package import AppearanceModel
package import EventLoop
package import Linux

/// A timer on the loop that another thread keeps putting off: it comes only when that thread
/// no longer does.
package final class ReadWatchdog {
    /// The other thread's end of it.
    package struct Timer: Sendable {
        fileprivate let descriptor: TimerDescriptor

        /// Comes at this time instead.
        package func putOff(to time: BootTime) { descriptor.arm(at: time.microsecondsSinceBoot) }
        /// Comes no more until put off again.
        package func rest() { descriptor.disarm() }
    }

    /// What the other thread keeps.
    package let timer: Timer
    private var source: IOSource?

    /// A vigil that rests; `isOver` is called on the loop when its time has come.
    package init(on loop: EventLoop, _ isOver: @escaping () -> Void) throws(IOError) {
        let descriptor = try TimerDescriptor()
        timer = Timer(descriptor: descriptor)
        source = try loop.watch(descriptor.rawValue, for: .readable) { _ in
            // It may have been put off between the wake-up and now.
            if descriptor.takeExpiration() { isOver() }
        }
    }

    // The source must leave epoll before its descriptor is closed.
    deinit { source = nil }
}

import AppearanceModel
import LinuxIO

/// A timer on the loop that another thread keeps putting off: it comes only when that thread
/// no longer does.
final class Vigil {
    /// The other thread's end of it.
    struct Timer: Sendable {
        fileprivate let descriptor: TimerDescriptor

        func putOff(to time: BootTime) { descriptor.arm(at: time.microsecondsSinceBoot) }
        func rest() { descriptor.disarm() }
    }

    let timer: Timer
    private var source: IOSource?

    init(on loop: EventLoop, _ isOver: @escaping () -> Void) throws(IOFailure) {
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

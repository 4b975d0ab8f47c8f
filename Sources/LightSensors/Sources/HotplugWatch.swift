import AppearanceModel
import EventLoop
import Linux

/// Reports devices that appear and disappear, once they have settled: only the result of many
/// events.
final class HotplugWatch {
    enum Event {
        /// The last message of each device with an event.
        case devices([UdevDevice])
        /// Events were lost: every device must be listed again.
        case unknown
    }

    /// The time without events after which a device has settled.
    private static let quiet = Microseconds.milliseconds(20)
    /// The time after which the events are reported, however many follow.
    private static let patience = Microseconds.milliseconds(250)

    private let tell: (Event) -> Void
    private var monitor: UdevMonitor?
    private var timer: TimerSource?
    private var latest: [String: UdevDevice] = [:]
    private var hasLostSome = false
    private var firstHeard: BootTime?

    init(
        on loop: EventLoop, _ udev: UdevContext, subsystems: [String],
        _ tell: @escaping (Event) -> Void
    ) throws(IOError) {
        self.tell = tell
        timer = try loop.timer(.boottime) { [weak self] in self?.settle() }
        monitor = try UdevMonitor(on: loop, udev, subsystems: subsystems) { [weak self] event in
            self?.hear(event)
        }
    }

    private func hear(_ event: UdevMonitor.Event) {
        switch event {
        case .overflow: hasLostSome = true
        case .device(let device): latest[device.syspath] = device
        }
        let now = BootTime.now
        let first = firstHeard ?? now
        firstHeard = first
        timer?.arm(at: min(now + Self.quiet, first + Self.patience).microsecondsSinceBoot)
    }

    private func settle() {
        let news = hasLostSome ? Event.unknown : .devices(Array(latest.values))
        latest = [:]
        hasLostSome = false
        firstHeard = nil
        tell(news)
    }
}

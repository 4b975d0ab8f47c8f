import AppearanceModel
import EventLoop
import Linux

/// Hears of devices that come and go, and tells of them once they have settled: of a storm of
/// events, only what it comes to.
final class HotplugWatch {
    enum Event {
        /// What was said last of each device that something happened to.
        case devices([UdevDevice])
        /// Too much happened to hear it all: every device is to be looked for anew.
        case unknown
    }

    /// Nothing more is said for this long: then a device has settled.
    private static let quiet = Microseconds.milliseconds(20)
    /// However much is said, it is told after this long.
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

package import AppearanceEngine
package import AppearanceModel
import EventLoop
import LightSensors
import Linux

/// The clocks and alarms of the runtime.
package protocol Timers: AnyObject {
    /// The current moment.
    var now: Moment { get }

    /// Starts to report due alarms, and changes of the wall clock.
    func start(_ handler: @escaping (Event) -> Void)

    /// Returns the time in suspend since the last call; `nil` for none.
    func suspendedSpan() -> Microseconds?

    /// Reports `.deadline` at a time of the boot clock.
    func wake(at time: BootTime)

    /// Reports `.deadline` at a time of the wall clock; `nil` for never.
    func wake(at time: WallTime?)
}

/// The daemon's clocks, with alarms that are timers of the loop.
final class LoopTimers: Timers {
    private let clock: ServiceClock
    private var bootTimer: TimerSource?
    private var wallTimer: TimerSource?
    private var clockWatch: WallClockWatch?
    private var suspends = SuspendWatch(suspended: Microseconds(SystemClock.timeSuspended()))
    private var handler: (Event) -> Void = { _ in }

    init(_ clock: ServiceClock, on loop: EventLoop) throws(IOError) {
        self.clock = clock
        bootTimer = try loop.timer(.boottime) { [weak self] in self?.handler(.deadline) }
        // A simulated clock is never set, so its times can wait on the boot clock.
        wallTimer = try loop.timer(clock.followsMachine ? .realtime : .boottime) { [weak self] in
            self?.handler(.deadline)
        }
        if clock.followsMachine {
            clockWatch = try WallClockWatch(on: loop) { [weak self] in
                self?.handler(.wallClockChanged)
            }
        }
    }

    var now: Moment { clock.now }

    func start(_ handler: @escaping (Event) -> Void) { self.handler = handler }

    func suspendedSpan() -> Microseconds? {
        let total = Microseconds(SystemClock.timeSuspended())
        return clock.followsMachine ? suspends.update(total: total) : nil
    }

    func wake(at time: BootTime) {
        bootTimer?.arm(at: clock.machineBoot(at: time).microsecondsSinceBoot)
    }

    func wake(at time: WallTime?) {
        guard let time else { return wallTimer?.disarm() ?? () }
        wallTimer?.arm(
            at: clock.followsMachine
                ? time.microsecondsSinceEpoch
                : clock.machineBoot(at: time).microsecondsSinceBoot)
    }
}

import AppearanceEngine
import AppearanceModel
import EventLoop
import LightSensors
import Linux

/// The service's clocks, with alarms that are timers of the loop.
final class LoopClockwork: Timers {
    private let clock: ServiceClock
    private var bootTimer: TimerSource?
    private var wallTimer: TimerSource?
    private var clockWatch: WallClockWatch?
    private var suspends = SuspendWatch(suspended: Microseconds(SystemClock.timeSuspended()))
    private var tell: (Event) -> Void = { _ in }

    init(_ clock: ServiceClock, on loop: EventLoop) throws(IOError) {
        self.clock = clock
        bootTimer = try loop.timer(.boottime) { [weak self] in self?.tell(.deadline) }
        // A clock of our own is never set, so its times can wait on the boot clock.
        wallTimer = try loop.timer(clock.followsMachine ? .realtime : .boottime) { [weak self] in
            self?.tell(.deadline)
        }
        if clock.followsMachine {
            clockWatch = try WallClockWatch(on: loop) { [weak self] in
                self?.tell(.wallClockChanged)
            }
        }
    }

    var now: Moment { clock.now }

    func start(_ tell: @escaping (Event) -> Void) { self.tell = tell }

    func takeSuspend() -> Microseconds? {
        let total = Microseconds(SystemClock.timeSuspended())
        return clock.followsMachine ? suspends.look(at: total) : nil
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

import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport

/// The simulated environment of a daemon: clocks, timers, a room, and a light sensor with its faults.
///
/// It hands over every event in the order of time, as the machine would.
final class World {
    /// How the sensor behaves.
    enum Mood: Equatable {
        case good
        /// Every reading comes that much after it was taken.
        case late(Microseconds)
        /// Every reading fails.
        case failing
        /// The reading does not return; after 10 s that is reported.
        case hanging
    }

    private(set) var now: Moment {
        didSet { if !now.wall.isInCalendar { hasLeftCalendar = true } }
    }
    /// Whether the wall clock was ever beyond the years from 1 to 9999, which no clock shows.
    private(set) var hasLeftCalendar = false
    var room: Room
    /// The sensor that is plugged in.
    private(set) var sensor: String?
    var mood = Mood.good { didSet { hangTold = mood == .hanging ? now.boot + .seconds(10) : nil } }
    /// Whether the sensor may be read: the lid is open, and the session is active.
    private(set) var isAttended = true
    /// The delay of a timer.
    var tardiness = Microseconds.zero

    // Requests of the daemon.
    var bootAlarm: BootTime?
    var wallAlarm: WallTime?
    var plan = PollPlan.off { didSet { if plan != oldValue { nextReading = now.boot } } }

    /// Takes each event.
    var deliver: (Event) -> Void = { _ in }
    /// The last suspend that was not announced and that the clocks show.
    var unnoticedSuspend: Microseconds?
    /// How many services have lived here.
    var lives = 0
    /// Whether the run has ended.
    var isOver = false

    private var held = HeldReadings()
    private var nextReading = BootTime(microsecondsSinceBoot: 0)
    private var lastValid: BootTime?
    /// The time at which a reading that does not return is reported.
    private var hangTold: BootTime?

    init(at start: Moment, seed: UInt64) {
        now = start
        room = Room(seed: seed)
    }

    /// Lets time pass, with everything that happens in it.
    func pass(_ span: Microseconds) {
        let end = now.boot + span
        while !isOver, let due = nextDue, due <= end {
            move(to: max(due, now.boot))
            happen()
        }
        if !isOver { move(to: end) }
    }

    /// Sleeps: both clocks go on, and whatever was due comes at the end.
    ///
    /// Not every suspend is announced, nor every end.
    func suspend(for span: Microseconds, _ word: Step.SuspendReport) {
        switch word {
        case .both, .beginning: deliver(.suspending)
        case .end, .clocks, .none: break
        }
        move(to: now.boot + span)
        switch word {
        case .both: deliver(.suspendEnded)
        case .end, .clocks: deliver(.suspended(span))
        case .beginning, .none: unnoticedSuspend = span
        }
        if word == .end { deliver(.suspendEnded) }
    }

    /// Sets the wall clock, as a person or NTP would.
    ///
    /// A timer that is due by the new time may be handled before the notice of the change.
    func setWallClock(to time: WallTime, noticedLate isLate: Bool = false) {
        now.wall = time
        if isLate { deliver(.deadline) }
        deliver(.wallClockChanged)
    }

    func plug(_ key: String) {
        sensor = key
        held = HeldReadings()
        lastValid = nil
        mood = .good
        nextReading = now.boot
        deliver(.sensorFound(key: key))
    }

    func unplug() {
        sensor = nil
        deliver(.sensorLost)
    }

    /// Unplugs the sensor and plugs it in again, a number of times; it has no reading any more.
    func comeAndGo(up: Microseconds, down: Microseconds, times: Int) {
        let key = sensor ?? "als"
        for _ in 0..<times where !isOver {
            unplug()
            pass(down)
            plug(key)
            mood = .failing
            pass(up)
        }
    }

    /// Drops the requests of a stopped daemon; the sensors stay plugged in.
    func forgetWishes() {
        bootAlarm = nil
        wallAlarm = nil
        plan = .off
        held = HeldReadings()
        isAttended = true
    }

    /// Whether something should have happened by now, and has not.
    var isBehind: Bool { alarmDue.map { $0 - tardiness <= now.boot } ?? false }

    /// Applies an event of the machine.
    func follow(_ event: Event) {
        if case .lidClosed(let isClosed) = event { isAttended = !isClosed }
        if case .sessionUse(let use) = event { isAttended = use == .inUse }
        if case .suspending = event { isAttended = false }
        if case .suspendEnded = event { isAttended = true }
    }

    // MARK: The next event

    private var readingDue: BootTime? {
        guard sensor != nil, plan != .off else { return nil }
        return mood == .hanging ? hangTold : nextReading
    }

    private var alarmDue: BootTime? {
        let wall = wallAlarm.map { now.boot + ($0 - now.wall) }
        guard let first = [bootAlarm, wall].compactMap(\.self).min() else { return nil }
        return first + tardiness
    }

    private var nextDue: BootTime? { [readingDue, alarmDue].compactMap(\.self).min() }

    /// A reading comes before any conclusion from its absence.
    private func happen() {
        if let due = readingDue, due <= now.boot { return read() }
        if let time = bootAlarm, time <= now.boot { bootAlarm = nil }
        if let time = wallAlarm, time <= now.wall { wallAlarm = nil }
        deliver(.deadline)
    }

    private func read() {
        nextReading = now.boot + (plan.interval ?? .seconds(1))
        switch mood {
        case .good: deliver(LightSample(at: now.boot, lux: room.lux(at: now.boot)))
        case .late(let by):
            deliver(LightSample(at: now.boot - by, lux: room.lux(at: now.boot - by)))
        case .failing: deliver(.lightMissed(lastValid: lastValid))
        case .hanging:
            hangTold = nil
            deliver(.lightMissed(lastValid: lastValid))
        }
    }

    private func deliver(_ sample: LightSample) {
        lastValid = sample.at
        for sample in held.add(sample, under: plan) { deliver(.light(sample)) }
    }

    private func move(to time: BootTime) {
        now.wall = now.wall + (time - now.boot)
        now.boot = time
    }
}

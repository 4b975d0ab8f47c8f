package import AppearanceModel

/// Runs an engine on a virtual clock, with every timer in order and on time.
package struct VirtualTime: Sendable {
    package private(set) var engine: Engine
    package private(set) var now: Moment
    private var bootTimer: BootTime?
    private var wallTimer: WallTime?

    /// An engine before its start, at a moment.
    package init(_ engine: Engine, at now: Moment) {
        self.engine = engine
        self.now = now
    }

    /// Sends an event now, passes each of its effects to a function and returns its rejection.
    @discardableResult
    package mutating func send(_ event: Event, _ handle: (Effect) -> Void) -> Rejection? {
        let (effects, rejection) = engine.handle(event, at: now)
        for effect in effects {
            switch effect {
            case .wakeAtBoot(let time): bootTimer = time
            case .wakeAtWall(let time): wallTimer = time
            case .publish, .publishLight, .poll, .save: break
            }
            handle(effect)
        }
        return rejection
    }

    /// Advances time, with every timer that is due.
    package mutating func pass(_ span: Microseconds, _ handle: (Effect) -> Void) {
        let end = now.boot + span
        while let timer = nextTimer, timer <= end {
            move(to: max(timer, now.boot))
            if let time = bootTimer, time <= now.boot { bootTimer = nil }
            if let time = wallTimer, time <= now.wall { wallTimer = nil }
            send(.deadline, handle)
        }
        move(to: end)
    }

    /// Advances time without running anything, as in a suspend.
    package mutating func skip(_ span: Microseconds) { move(to: now.boot + span) }

    /// Sets the wall clock, as a user or NTP does.
    package mutating func setWallClock(to time: WallTime, _ handle: (Effect) -> Void) {
        now.wall = time
        send(.wallClockChanged, handle)
    }

    private var nextTimer: BootTime? {
        guard let wallTimer else { return bootTimer }
        let wall = now.boot + (wallTimer - now.wall)
        return bootTimer.map { min($0, wall) } ?? wall
    }

    private mutating func move(to time: BootTime) {
        now.wall = now.wall + (time - now.boot)
        now.boot = time
    }
}

/// The decisions of the engine over a light recording, from its first row to its last.
///
/// The recording is read as the daemon reads it: at the poll interval, less often in steady light,
/// each row until the next.
package struct TraceSimulation {
    private static let key = "recorded"

    private var time: VirtualTime
    private let trace: LightTrace
    private let start: BootTime
    private var reader: TraceReader

    /// A simulation before its run.
    package init(_ trace: LightTrace, settings: EngineSettings) {
        self.trace = trace
        let now = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: trace.start)
        start = now.boot
        reader = TraceReader(trace, from: now.boot)
        let known = SavedState.beforeReplay(of: trace, by: Self.key)
        time = VirtualTime(Engine(settings, saved: known, at: now), at: now)
    }

    /// Runs the simulation and passes every published state to a function, including the first.
    package mutating func run(_ publish: (Snapshot) -> Void) {
        var plan = PollPlan.off
        // Reading and sending are mutations of different values.
        var (time, reader) = (time, reader)
        defer { (self.time, self.reader) = (time, reader) }
        func handle(_ effect: Effect) {
            switch effect {
            case .publish(let snapshot): publish(snapshot)
            case .poll(let next): plan = next
            case .publishLight, .wakeAtBoot, .wakeAtWall, .save: break
            }
        }
        time.send(.sensorFound(key: Self.key), handle)
        time.send(.started, handle)
        let length = trace.rows.last?.offset ?? .zero
        while case let left = length - (time.now.boot - start), left >= .zero {
            if plan.interval != nil {
                reader.read(at: time.now.boot, under: plan) { time.send($0, handle) }
            }
            // If light does not count, the schedule continues alone.
            time.pass(min(plan.interval ?? .minutes(1), left + Microseconds(1)), handle)
        }
    }
}

extension VirtualTime {
    /// Sends what a reader of a light recording reports.
    fileprivate mutating func send(_ report: TraceReader.Event, _ handle: (Effect) -> Void) {
        switch report {
        case .readings(let samples): for sample in samples { send(.light(sample), handle) }
        case .missed(let lastValid): send(.lightMissed(lastValid: lastValid), handle)
        case .stuck(let isStuck): send(.lightStuck(isStuck), handle)
        }
    }
}

extension SavedState {
    /// Returns the state before a light recording: its sensor works if its light ever varies.
    package static func beforeReplay(of trace: LightTrace, by key: String) -> SavedState {
        SavedState(
            mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
            movers: trace.isMoving ? [key] : [], savedAt: .calendarStart)
    }
}

package import AppearanceModel

/// Runs an engine on a clock of its own: what it asks to be woken for comes, in order and on time.
package struct VirtualTime: Sendable {
    package private(set) var engine: Engine
    package private(set) var now: Moment
    private var bootAlarm: BootTime?
    private var wallAlarm: WallTime?

    /// An engine that has yet to be started, at a moment.
    package init(_ engine: Engine, at now: Moment) {
        self.engine = engine
        self.now = now
    }

    /// Hands in an event now, and each effect of it out.
    package mutating func send(_ event: Event, _ handle: (Effect) -> Void) {
        for effect in engine.handle(event, at: now) {
            switch effect {
            case .wakeAtBoot(let time): bootAlarm = time
            case .wakeAtWall(let time): wallAlarm = time
            case .publish, .publishLight, .poll, .save, .object: break
            }
            handle(effect)
        }
    }

    /// Lets time pass, with every alarm in it.
    package mutating func pass(_ span: Microseconds, _ handle: (Effect) -> Void) {
        let end = now.boot + span
        while let alarm = nextAlarm, alarm <= end {
            move(to: max(alarm, now.boot))
            if let time = bootAlarm, time <= now.boot { bootAlarm = nil }
            if let time = wallAlarm, time <= now.wall { wallAlarm = nil }
            send(.deadline, handle)
        }
        move(to: end)
    }

    /// Lets time pass in which nothing runs and no alarm rings, as in a suspend.
    package mutating func skip(_ span: Microseconds) { move(to: now.boot + span) }

    /// Sets the wall clock, as a person or NTP would.
    package mutating func setWallClock(to time: WallTime, _ handle: (Effect) -> Void) {
        now.wall = time
        send(.wallClockChanged, handle)
    }

    private var nextAlarm: BootTime? {
        guard let wallAlarm else { return bootAlarm }
        let wall = now.boot + (wallAlarm - now.wall)
        return bootAlarm.map { min($0, wall) } ?? wall
    }

    private mutating func move(to time: BootTime) {
        now.wall = now.wall + (time - now.boot)
        now.boot = time
    }
}

import AppearanceEngine
import AppearanceModel

/// The change that was foretold, and a world in which the light stays as it is.
struct NextChangeOracle {
    private var engine: Engine
    private var now: Moment
    private var bootAlarm: BootTime?
    private var wallAlarm: WallTime?
    private var plan: PollPlan
    private let settings: EngineSettings
    private var told: Snapshot
    /// The light of the room without that of the screen; `nil` without readings.
    private let lux: Double?
    private var count = 0
    /// How often the engine may look again before that is haste.
    private var looksLeft = 400_000

    /// Nil where the light has yet to settle, so that it cannot stay as it is.
    init?(_ engine: Engine, _ world: World, _ settings: EngineSettings) {
        guard world.isAttended, !world.isBehind, let told = engine.snapshot else { return nil }
        let why = engine.rationale(at: world.now)
        // A fed level does not stay: it ends by itself.
        guard !why.inputs.contains(where: { $0.name == "fed" }) else { return nil }
        let light = why.light
        switch told.sensor {
        case .none: lux = nil
        case .trusted:
            guard world.mood == .good, let level = light.filtered, let raw = light.raw,
                case let own = settings.ambient.selfLight.of(told.appearance),
                abs(max(0, raw - own) - level) <= 0.01 * level
            else { return nil }
            lux = level
        case .distrusted:
            guard world.mood == .failing || world.mood == .hanging else { return nil }
            lux = nil
        case .warming, .stale: return nil
        }
        self.engine = engine
        self.told = told
        self.settings = settings
        now = world.now
        bootAlarm = world.bootAlarm
        wallAlarm = world.wallAlarm
        plan = world.plan
        guard settle() else { return nil }
    }

    /// True if the light requests no change after a few readings.
    private mutating func settle() -> Bool {
        if lux != nil { live(until: now.wall + settings.poll * 3) }
        let why = engine.rationale(at: now)
        guard let snapshot = engine.snapshot, why.dwell == nil,
            snapshot.sensor == told.sensor
        else { return false }
        told = snapshot
        return true
    }

    func check() throws(InvariantViolation) {
        var future = self
        // Light that decides again afterwards was not read until then.
        let isFreed =
            told.reason == .manual || told.reason == .inhibited || told.lightPausedUntil != nil
        let allowance = isFreed ? allowance : .zero
        // Nothing is known of the time after the calendar.
        guard now.wall + .days(2) < .calendarEnd else { return }
        guard let next = told.next else {
            future.live(until: now.wall + .hours(30))
            guard future.shown == told.appearance || isFreed else {
                throw InvariantViolation("a change was not announced: \(future.sentence)")
            }
            return
        }
        // A choice that ends within the second of a change that would flash leaves nothing to change.
        if told.isHeldBack, told.until.map({ $0 < next.at }) ?? false { return }
        future.live(until: next.at - Microseconds(1))
        guard future.shown == told.appearance else {
            throw InvariantViolation(
                "announced for \(next.at.iso8601), it came earlier: \(future.sentence)")
        }
        // A change at another boundary by then was not announced.
        guard
            settings.schedule.phase(at: next.at) == settings.schedule.phase(at: next.at + allowance)
        else { return }
        future.live(until: next.at + allowance)
        guard future.looksLeft > 0 else { throw InvariantViolation("it reads in an endless loop") }
        // A change that something keeps waiting is decided, and comes later.
        let isWaiting =
            future.sentence.contains("; waits while ")
            && future.sentence.contains(": \(next.appearance.rawValue) since ")
        guard future.shown == next.appearance || isWaiting else {
            throw InvariantViolation(
                "announced was \(next.appearance) at \(next.at.iso8601), but it is \(future.sentence)"
            )
        }
    }

    /// After a choice the sensor is read again before it decides: five times, or until it has
    /// been silent for a minute and the schedule's own dwell time has passed.
    private var allowance: Microseconds {
        guard lux == nil, told.sensor == .distrusted else {
            return settings.poll * 8 + .seconds(12)
        }
        let dwell = settings.ambient.dwell
        let silence = max(.seconds(10), settings.poll * 2 + .seconds(1)) * 6
        return silence + .seconds(15)
            + max(dwell.lightToDark, dwell.darkToLight, dwell.darkToNight, dwell.nightToDark)
    }

    private var shown: Appearance? { engine.snapshot?.appearance }
    private var sentence: String {
        "\(engine.snapshot?.explanation ?? "") (announced first: \(told.explanation))"
    }

    private mutating func live(until end: WallTime) {
        let end = now.boot + (end - now.wall)
        while looksLeft > 0, let due = nextDue, due <= end {
            looksLeft -= 1
            move(to: max(due, now.boot))
            if let reading = reading() { send(.light(reading)) }
            forgetDue()
            send(.deadline)
        }
        move(to: end)
    }

    private var nextDue: BootTime? {
        let wall = wallAlarm.map { now.boot + ($0 - now.wall) }
        var next = [bootAlarm, wall].compactMap(\.self).min()
        if lux != nil, case .every(let interval) = plan {
            next = min(next ?? now.boot + interval, now.boot + interval)
        }
        return next
    }

    private mutating func forgetDue() {
        if let time = bootAlarm, time <= now.boot { bootAlarm = nil }
        if let time = wallAlarm, time <= now.wall { wallAlarm = nil }
    }

    private mutating func reading() -> LightSample? {
        guard let lux, case .every = plan else { return nil }
        count += 1
        // Real light is never quite still.
        let own = settings.ambient.selfLight.of(shown ?? told.appearance)
        let level = lux * (count % 2 == 0 ? 1 : 1.0001) + own
        return Lux(level).map { LightSample(at: now.boot, lux: $0) }
    }

    private mutating func send(_ event: Event) {
        for effect in engine.handle(event, at: now).effects {
            switch effect {
            case .wakeAtBoot(let time): bootAlarm = time
            case .wakeAtWall(let time): wallAlarm = time
            case .poll(let next): plan = next
            case .publish, .publishLight, .save: break
            }
        }
    }

    private mutating func move(to time: BootTime) {
        now.wall = now.wall + (time - now.boot)
        now.boot = time
    }
}

extension SelfLight {
    func of(_ appearance: Appearance) -> Double {
        switch appearance {
        case .light: light
        case .dark: dark
        case .night: night
        }
    }
}

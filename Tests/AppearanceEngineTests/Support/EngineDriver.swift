import AppearanceEngine
import AppearanceModel

/// Runs an engine on a virtual clock: what it asks to be woken for comes, in order and on time.
struct EngineDriver {
    private(set) var engine: Engine
    private(set) var now: Moment
    private(set) var published: [Snapshot] = []
    private(set) var announcedLight: [LightReading?] = []
    private(set) var plans: [PollPlan] = []
    private(set) var saved: [SavedState] = []
    private(set) var objections: [Objection] = []
    private var held: [LightSample] = []
    private var bootAlarm: BootTime?
    private var wallAlarm: WallTime?

    /// Starts at a local time in UTC, with or without a sensor.
    init(
        _ configuration: Configuration = .test, at start: String = "2026-03-20T12:00:00",
        place: Coordinates? = nil, zone: TimeZoneRules = .utc, sensor: String? = nil,
        saved: SavedState? = nil
    ) {
        let wall = WallTime(iso8601: start, zone: zone) ?? WallTime(microsecondsSinceEpoch: 0)
        now = Moment(boot: BootTime(microsecondsSinceBoot: 1_000_000_000), wall: wall)
        engine = Engine(
            EngineSettings(configuration, place: place, zone: zone), saved: saved, at: now)
        if let sensor { send(.sensorFound(key: sensor)) }
        send(.started)
    }

    var last: Snapshot? { published.last }
    var appearance: Appearance? { last?.appearance }

    /// How often the appearance has changed after the first.
    var changes: Int { Int((last?.sequence ?? 1) - 1) }

    mutating func send(_ event: Event) {
        for effect in engine.handle(event, at: now) {
            switch effect {
            case .publish(let snapshot): published.append(snapshot)
            case .publishLight(let light): announcedLight.append(light)
            case .wakeAtBoot(let time): bootAlarm = time
            case .wakeAtWall(let time): wallAlarm = time
            case .poll(let plan): plans.append(plan)
            case .save(let state): self.saved.append(state)
            case .object(let objection): objections.append(objection)
            }
        }
    }

    /// Lets time pass, with every alarm in it.
    mutating func wait(_ span: Microseconds) {
        let end = now.boot + span
        while let alarm = nextAlarm, alarm <= end {
            move(to: max(alarm, now.boot))
            if let time = bootAlarm, time <= now.boot { bootAlarm = nil }
            if let time = wallAlarm, time <= now.wall { wallAlarm = nil }
            send(.deadline)
        }
        move(to: end)
    }

    /// Reads this light once a second for a while, the first time now.
    mutating func light(_ lux: Double, for span: Microseconds) {
        let end = now.boot + span
        while now.boot < end {
            read(lux)
            wait(min(.seconds(1), end - now.boot))
        }
    }

    /// Has the sensor say this now; handed in as a reader does that follows the engine's plan.
    mutating func read(_ lux: Double) {
        guard let lux = Lux(lux) else { return }
        held.append(LightSample(at: now.boot, lux: lux))
        if case .steady(_, let band)? = plans.last, band.contains(lux) {
            held = held.suffix(16)
            return
        }
        let samples = held
        held = []
        for sample in samples { send(.light(sample)) }
    }

    /// Sets the wall clock, as a person or NTP would.
    mutating func setWallClock(to time: WallTime) {
        now.wall = time
        send(.wallClockChanged)
    }

    private var nextAlarm: BootTime? {
        let wall = wallAlarm.map { now.boot + ($0 - now.wall) }
        return [bootAlarm, wall].compactMap { $0 }.min()
    }

    private mutating func move(to time: BootTime) {
        now.wall = now.wall + (time - now.boot)
        now.boot = time
    }
}

extension Configuration {
    /// The defaults with every dwell of 5 s and no reversal gap, so that drawings stay short.
    static var test: Configuration {
        var configuration = Configuration()
        configuration.ambient.reversalGap = .zero
        configuration.ambient.smoothing = .milliseconds(100)
        configuration.ambient.dwell.lightToDark = .seconds(5)
        configuration.ambient.dwell.darkToLight = .seconds(5)
        configuration.ambient.dwell.darkToNight = .seconds(5)
        configuration.ambient.dwell.nightToDark = .seconds(5)
        return configuration
    }

    func with(_ change: (inout Configuration) -> Void) -> Configuration {
        var copy = self
        change(&copy)
        return copy
    }
}

extension SavedState {
    /// What a service left that had nothing to say but which sensors move.
    static func fresh(movers: [String] = [], at time: WallTime) -> SavedState {
        SavedState(
            mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
            movers: movers, savedAt: time)
    }
}

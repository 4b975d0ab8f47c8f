import AppearanceEngine
import AppearanceModel

/// Runs an engine on a virtual clock and keeps what it asks for.
struct EngineDriver {
    private var time: VirtualTime
    private(set) var published: [Snapshot] = []
    private(set) var announcedLight: [LightReading?] = []
    private(set) var plans: [PollPlan] = []
    private(set) var saved: [SavedState] = []
    private(set) var rejections: [Rejection] = []
    /// The times of the boot clock at which it has asked to be woken.
    private(set) var bootAlarms: [BootTime] = []
    /// How often it has asked to be woken.
    private(set) var wakes = 0
    /// When it wants to be woken by the wall clock; nil for not.
    private(set) var wallAlarm: WallTime?
    private var held = HeldReadings()

    /// Starts at a time that is local to the zone, with or without a sensor.
    init(
        _ configuration: Configuration = .test, at start: String = "2026-03-20T12:00:00",
        place: Coordinates? = nil, zone: TimeZoneRules = .utc, sensor: String? = nil,
        saved: SavedState? = nil
    ) {
        let wall = WallTime(iso8601: start, zone: zone) ?? .calendarStart
        let now = Moment(boot: BootTime(microsecondsSinceBoot: 1_000_000_000), wall: wall)
        let settings = EngineSettings(configuration, place: place, zone: zone)
        time = VirtualTime(Engine(settings, saved: saved, at: now), at: now)
        if let sensor { send(.sensorFound(key: sensor)) }
        send(.started)
    }

    var now: Moment { time.now }
    var last: Snapshot? { published.last }
    var rationale: Rationale { time.engine.rationale(at: now) }
    /// The state as whoever asks for it now is told.
    var live: Snapshot? { time.engine.snapshot(at: now) }
    var appearance: Appearance? { last?.appearance }

    /// How often the appearance has changed after the first.
    var changes: Int { Int((last?.sequence ?? 1) - 1) }

    mutating func send(_ event: Event) {
        var effects: [Effect] = []
        if let rejection = time.send(event, { effects.append($0) }) { rejections.append(rejection) }
        keep(effects)
    }

    /// Lets time pass, with every alarm in it.
    mutating func wait(_ span: Microseconds) {
        var effects: [Effect] = []
        time.pass(span) { effects.append($0) }
        keep(effects)
    }

    /// Lets time pass in which no alarm rings.
    mutating func skip(_ span: Microseconds) { time.skip(span) }

    /// Reads this light once a second for a while, the first time now.
    mutating func light(_ level: Double, _ unit: LightUnit = .lux, for span: Microseconds) {
        let end = now.boot + span
        // Ends with the span, in virtual time.
        while now.boot < end {
            read(level, unit)
            wait(min(.seconds(1), end - now.boot))
        }
    }

    /// Has the sensor say this now; handed in as a reader does that follows the engine's plan.
    mutating func read(_ level: Double, _ unit: LightUnit = .lux) {
        let sample = LightSample(at: now.boot, light: LightReading(value: level, unit: unit))
        for sample in held.add(sample, under: plans.last ?? .off) { send(.light(sample)) }
    }

    /// Suspends the machine; whether it is announced, whether its end is, and whether the clocks
    /// give it away.
    mutating func suspend(
        for span: Microseconds, isAnnounced: Bool = true, isEndAnnounced: Bool = true,
        isSeenByTheClocks: Bool = true
    ) {
        if isAnnounced { send(.suspending) }
        time.skip(span)
        if isSeenByTheClocks { send(.suspended(span)) }
        if isEndAnnounced { send(.suspendEnded) }
        // What was due meanwhile rings now.
        wait(.zero)
    }

    /// Sets the wall clock, as a person or NTP would.
    mutating func setWallClock(to wall: WallTime) {
        var effects: [Effect] = []
        time.setWallClock(to: wall) { effects.append($0) }
        keep(effects)
    }

    private mutating func keep(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let snapshot): published.append(snapshot)
            case .publishLight(let light): announcedLight.append(light)
            case .poll(let plan): plans.append(plan)
            case .save(let state): saved.append(state)
            case .wakeAtBoot(let time):
                wakes += 1
                bootAlarms.append(time)
            case .wakeAtWall(let time):
                wakes += 1
                wallAlarm = time
            }
        }
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

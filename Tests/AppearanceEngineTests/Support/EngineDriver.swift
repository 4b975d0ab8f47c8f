import AppearanceEngine
import AppearanceModel

/// Runs an engine on a virtual clock and keeps its effects.
struct EngineDriver {
    private var time: VirtualTime
    private(set) var published: [Snapshot] = []
    private(set) var announcedLight: [LightReading?] = []
    private(set) var plans: [PollPlan] = []
    private(set) var saved: [SavedState] = []
    private(set) var rejections: [Rejection] = []
    /// The requested times on the boot clock.
    private(set) var bootAlarms: [BootTime] = []
    /// The number of requested timers.
    private(set) var wakes = 0
    /// The requested time on the wall clock; `nil` if there is none.
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
    /// The state that a client gets now.
    var live: Snapshot? { time.engine.snapshot(at: now) }
    var appearance: Appearance? { last?.appearance }

    /// The number of changes of the appearance.
    var changes: Int { Int((last?.sequence ?? 1) - 1) }

    mutating func send(_ event: Event) {
        var effects: [Effect] = []
        if let rejection = time.send(event, { effects.append($0) }) { rejections.append(rejection) }
        keep(effects)
    }

    /// Advances time, with every timer that is due.
    mutating func wait(_ span: Microseconds) {
        var effects: [Effect] = []
        time.pass(span) { effects.append($0) }
        keep(effects)
    }

    /// Advances time without running anything.
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

    /// Reads this light now and reports it as a reader that follows the plan of the engine.
    mutating func read(_ level: Double, _ unit: LightUnit = .lux) {
        let sample = LightSample(at: now.boot, light: LightReading(value: level, unit: unit))
        for sample in held.add(sample, under: plans.last ?? .off) { send(.light(sample)) }
    }

    /// Suspends the machine, with or without announcements and evidence by the clocks.
    mutating func suspend(
        for span: Microseconds, isAnnounced: Bool = true, isEndAnnounced: Bool = true,
        isSeenByTheClocks: Bool = true
    ) {
        if isAnnounced { send(.suspending) }
        time.skip(span)
        if isSeenByTheClocks { send(.suspended(span)) }
        if isEndAnnounced { send(.suspendEnded) }
        // Timers that were due meanwhile fire now.
        wait(.zero)
    }

    /// Sets the wall clock, as a user or NTP does.
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
    /// The state saved by a daemon without any choice, with the sensors whose value has varied.
    static func fresh(movers: [String] = [], at time: WallTime) -> SavedState {
        SavedState(
            mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
            movers: movers, savedAt: time)
    }
}

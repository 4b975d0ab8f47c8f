package import AppearanceModel

/// What the engine makes of a recorded course of light, from its first row to its last.
///
/// The sensor is read as the daemon reads one: at the poll interval, less often in steady light, each
/// row held until the next. It counts as one that is known to move, as a recording is of a sensor
/// that works.
package struct TraceSimulation {
    /// A row that is older than this is no reading any more.
    private static let longestHold = Microseconds.seconds(180)
    private static let key = "recorded"

    private var time: VirtualTime
    private let trace: LightTrace
    private let start: BootTime
    private var held = HeldReadings()
    private var row = 0
    private var lastValid: BootTime?

    /// A simulation that has yet to be run.
    package init(_ trace: LightTrace, settings: EngineSettings) {
        self.trace = trace
        let now = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: trace.start)
        start = now.boot
        let known = SavedState(
            mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
            movers: [Self.key], savedAt: .calendarStart)
        time = VirtualTime(Engine(settings, saved: known, at: now), at: now)
    }

    /// Runs it through and tells every state that is published, the first one included.
    package mutating func run(_ tell: (Snapshot) -> Void) {
        var plan = PollPlan.off
        func handle(_ effect: Effect) {
            switch effect {
            case .publish(let snapshot): tell(snapshot)
            case .poll(let next): plan = next
            case .publishLight, .wakeAtBoot, .wakeAtWall, .save, .object: break
            }
        }
        time.send(.sensorFound(key: Self.key), handle)
        time.send(.started, handle)
        let length = trace.rows.last?.offset ?? .zero
        while case let left = length - (time.now.boot - start), left >= .zero {
            for event in reading(under: plan) { time.send(event, handle) }
            // Where light does not count, the schedule goes on by itself.
            time.pass(min(plan.interval ?? .minutes(1), left + Microseconds(1)), handle)
        }
    }

    private mutating func reading(under plan: PollPlan) -> [Event] {
        guard plan != .off else { return [] }
        let now = time.now.boot
        let offset = now - start
        while row + 1 < trace.rows.count, trace.rows[row + 1].offset <= offset { row += 1 }
        guard offset - trace.rows[row].offset <= Self.longestHold, let lux = trace.rows[row].lux
        else { return [.lightMissed(lastValid: lastValid)] }
        lastValid = now
        return held.take(LightSample(at: now, lux: lux), under: plan).map(Event.light)
    }
}

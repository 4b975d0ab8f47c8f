package import AppearanceModel

/// What the engine makes of a recorded course of light, from its first row to its last.
///
/// The sensor is read as the daemon reads a recording: at the poll interval, less often in steady light,
/// each row held until the next.
package struct TraceSimulation {
    private static let key = "recorded"

    private var time: VirtualTime
    private let trace: LightTrace
    private let start: BootTime
    private var reader: TraceReader

    /// A simulation that has yet to be run.
    package init(_ trace: LightTrace, settings: EngineSettings) {
        self.trace = trace
        let now = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: trace.start)
        start = now.boot
        reader = TraceReader(trace, from: now.boot)
        let known = SavedState.beforeReplay(of: trace, by: Self.key)
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
        return reader.read(at: time.now.boot, under: plan).flatMap { news -> [Event] in
            switch news {
            case .readings(let samples): samples.map(Event.light)
            case .missed(let lastValid): [.lightMissed(lastValid: lastValid)]
            case .still(let isStill): [.lightStill(isStill)]
            }
        }
    }
}

extension SavedState {
    /// What is known before a recording is replayed: that its sensor works, if its light ever varies.
    package static func beforeReplay(of trace: LightTrace, by key: String) -> SavedState {
        SavedState(
            mode: .auto, until: nil, appearance: .light, paused: false, pausedUntil: nil,
            movers: trace.isMoving ? [key] : [], savedAt: .calendarStart)
    }
}

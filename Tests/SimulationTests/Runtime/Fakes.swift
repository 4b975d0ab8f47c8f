import AppearanceDaemon
import AppearanceEngine
import AppearanceModel
import LightSensors

/// Clocks and alarms that are the simulated world's.
final class WorldTimers: Timers {
    private let world: World
    private(set) var tell: (Event) -> Void = { _ in }

    init(_ world: World) { self.world = world }

    var now: Moment { world.now }
    func start(_ tell: @escaping (Event) -> Void) { self.tell = tell }
    func suspendedSpan() -> Microseconds? {
        defer { world.unnoticedSuspend = nil }
        return world.unnoticedSuspend
    }

    func wake(at time: BootTime) { world.bootAlarm = time }
    func wake(at time: WallTime?) { world.wallAlarm = time }
}

/// A light source with the readings of the simulated world's sensor.
final class WorldSource: LightSource {
    private let world: World
    private(set) var tell: (LightEvent) -> Void = { _ in }

    init(_ world: World) { self.world = world }

    func start(_ tell: @escaping (LightEvent) -> Void) {
        self.tell = tell
        if let key = world.sensor { tell(.found(key: key, name: key)) }
    }

    func follow(_ plan: PollPlan) { world.plan = plan }
    func list(_ answer: @escaping ([SensorListing]) -> Void) { answer([]) }
}

/// Keeps the state that survives a restart.
final class MemoryStore: StateStore {
    private(set) var state: SavedState?

    init(_ state: SavedState?) { self.state = state }

    func save(_ state: SavedState) { self.state = state }
    func save(configuration text: [UInt8]) {}
    func forgetConfiguration() {}
    func finish() {}
}

/// Takes down everything that is published.
final class RecordingPublisher: Publisher {
    private(set) var snapshots: [Snapshot] = []

    func publish(_ snapshot: Snapshot) { snapshots.append(snapshot) }
    func publishLight(_ snapshot: Snapshot) {}
}

/// A publisher that sends a request of its own while it receives a state.
final class ReentrantPublisher: Publisher {
    private weak var runtime: Runtime?
    private var count = 0

    init(_ runtime: Runtime) { self.runtime = runtime }

    func publish(_ snapshot: Snapshot) {
        count += 1
        guard count % 7 == 0 else { return }
        _ = runtime?.submit(.lightWanted(count % 2 == 0))
        if count % 21 == 0 { _ = runtime?.submit(.toggled) }
    }

    func publishLight(_ snapshot: Snapshot) {}
}

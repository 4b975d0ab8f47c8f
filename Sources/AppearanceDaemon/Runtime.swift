// The one place where anything happens: it hands each event to the engine with the moment it
// came at, and carries out the effects in order, on the one thread of the loop.

import AppearanceEngine
import AppearanceModel
import LightSensors
import LinuxIO

/// Runs the engine: events in, effects out.
final class Runtime: Requests {
    private let loop: EventLoop
    private let clock: ServiceClock
    private let log: Log
    private var engine: Engine
    private var source: (any LightSource)?
    private var bootTimer: TimerSource?
    private var wallTimer: TimerSource?
    private var clockWatch: WallClockWatch?
    private var suspends = SuspendWatch(
        suspended: Microseconds(SystemClock.timeSuspended()))
    private var waiting: [Event] = []
    private var isHandling = false

    /// Told of every state, in this order.
    var publishers: [any Publisher] = []
    /// Given what is to outlive a restart.
    var keeper: StateKeeper?

    init(_ engine: Engine, on loop: EventLoop, clock: ServiceClock, log: Log) throws(IOFailure) {
        self.loop = loop
        self.clock = clock
        self.log = log
        self.engine = engine
        bootTimer = try loop.timer(.boottime) { [weak self] in _ = self?.submit(.deadline) }
        // A clock of our own is never set, so its times can wait on the boot clock.
        wallTimer = try loop.timer(clock.followsMachine ? .realtime : .boottime) { [weak self] in
            _ = self?.submit(.deadline)
        }
        if clock.followsMachine {
            clockWatch = try WallClockWatch(on: loop) { [weak self] in
                _ = self?.submit(.wallClockChanged)
            }
        }
    }

    /// Looks for light, decides for the first time, and tells everyone.
    func start(_ source: (any LightSource)?) {
        self.source = source
        source?.start { [weak self] in self?.hear($0) }
        _ = submit(.started)
    }

    /// Looks for light elsewhere from now on.
    func replaceSource(with next: (any LightSource)?) {
        source?.follow(.off)
        source = nil
        _ = submit(.sensorLost)
        source = next
        next?.start { [weak self] in self?.hear($0) }
    }

    /// Puts down what is known for the next start.
    func stop() {
        _ = submit(.stopping)
        keeper?.finish()
    }

    // MARK: Requests

    var snapshot: Snapshot? { engine.snapshot }

    var rationale: Rationale { engine.rationale(at: clock.now) }

    func listSensors(_ answer: @escaping ([SensorListing]) -> Void) {
        guard let source else { return answer([]) }
        source.list { [weak self] listings in
            answer(listings.map { self?.judged($0) ?? $0 })
        }
    }

    /// What the engine thinks of the sensor in use, and why it does not believe it.
    private func judged(_ listing: SensorListing) -> SensorListing {
        guard listing.chosen, let state = snapshot?.sensor else { return listing }
        var listing = listing
        listing.state = state
        if state == .distrusted, listing.problem == nil {
            listing.problem = rationale.inputs.first { $0.name == "sensor" }?.why
        }
        return listing
    }

    func submit(_ event: Event) -> Objection? {
        // An effect that leads to an event has it wait for its turn.
        guard !isHandling else {
            waiting.append(event)
            return nil
        }
        isHandling = true
        defer { isHandling = false }
        noticeSuspend()
        let objection = handle(event)
        while !waiting.isEmpty { _ = handle(waiting.removeFirst()) }
        return objection
    }

    /// Whatever comes first after a suspend comes after the news of it.
    private func noticeSuspend() {
        let total = Microseconds(SystemClock.timeSuspended())
        guard clock.followsMachine, let span = suspends.look(at: total) else { return }
        _ = handle(.suspended(span))
    }

    private func handle(_ event: Event) -> Objection? {
        var objection: Objection?
        for effect in engine.handle(event, at: clock.now) {
            switch effect {
            case .publish(let snapshot): publish(snapshot)
            case .publishLight: publishLight()
            case .wakeAtBoot(let time):
                bootTimer?.arm(at: clock.machineBoot(at: time).microsecondsSinceBoot)
            case .wakeAtWall(let time): armWall(at: time)
            case .poll(let plan): source?.follow(plan)
            case .save(let state): keeper?.keep(state)
            case .object(let reason): objection = reason
            }
        }
        return objection
    }

    private func publish(_ snapshot: Snapshot) {
        for publisher in publishers { publisher.publish(snapshot) }
        if snapshot.explanation != lastExplanation {
            lastExplanation = snapshot.explanation
            log.info(snapshot.explanation)
        }
    }

    private var lastExplanation = ""

    private func publishLight() {
        guard let snapshot = engine.snapshot else { return }
        for publisher in publishers { publisher.publishLight(snapshot) }
    }

    private func armWall(at time: WallTime?) {
        guard let time else { return wallTimer?.disarm() ?? () }
        wallTimer?.arm(
            at: clock.followsMachine
                ? time.microsecondsSinceEpoch
                : clock.machineBoot(at: time).microsecondsSinceBoot)
    }

    // MARK: Light

    private func hear(_ event: LightEvent) {
        switch event {
        case .found(let key, let name):
            log.info("light sensor \(name) is in use")
            _ = submit(.sensorFound(key: key))
        case .lost(let name):
            log.notice("light sensor \(name) is gone")
            _ = submit(.sensorLost)
        case .readings(let samples):
            for sample in samples { _ = submit(.light(sample)) }
        case .missed(let lastValid, _):
            _ = submit(.lightMissed(lastValid: lastValid))
        case .still(let isStill):
            _ = submit(.lightStill(isStill))
        case .warning(let text):
            log.warning(text)
        case .notice(let text):
            log.notice(text)
        }
    }
}

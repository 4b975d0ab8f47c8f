// The one place where anything happens: it hands each event to the engine with the moment it
// came at, and carries out the effects in order, on the one thread of the loop.

package import AppearanceEngine
package import AppearanceModel
package import LightSensors
package import Linux

/// Runs the engine: events in, effects out.
package final class Runtime: RequestHandler {
    private let timers: any Timers
    private let log: Log
    private var engine: Engine
    private var source: (any LightSource)?
    private var waiting: [Event] = []
    private var isHandling = false

    /// Told of every state, in this order.
    package var publishers: [any Publisher] = []
    /// Given what is to outlive a restart.
    package var keeper: (any StateStore)?
    /// Leaves the desktop's own setting alone, where there is one that follows.
    package var onLeaveDesktop: (@escaping () -> Void) -> Void = { $0() }
    /// Takes down what happens and what is decided on it.
    package var record: (Event, Moment, [Effect]) -> Void = { _, _, _ in }

    /// Runs an engine on some clocks.
    package init(_ engine: Engine, on timers: any Timers, log: Log) {
        self.timers = timers
        self.log = log
        self.engine = engine
        timers.start { [weak self] in _ = self?.submit($0) }
    }

    /// Looks for light, decides for the first time, and tells everyone.
    package func start(_ source: (any LightSource)?) {
        self.source = source
        source?.start { [weak self] in self?.hear($0) }
        _ = submit(.started)
    }

    /// Looks for light elsewhere from now on.
    package func replaceSource(with next: (any LightSource)?) {
        source?.follow(.off)
        source = nil
        _ = submit(.sensorLost)
        source = next
        next?.start { [weak self] in self?.hear($0) }
    }

    /// Puts down what is known for the next start.
    package func stop() {
        _ = submit(.stopping)
        keeper?.finish()
    }

    // MARK: Requests

    package var snapshot: Snapshot? { engine.snapshot(at: timers.now) }

    package var rationale: Rationale { engine.rationale(at: timers.now) }

    package func listSensors(_ answer: @escaping ([SensorListing]) -> Void) {
        guard let source else { return answer([]) }
        source.list { [weak self, weak source] listings in
            guard let self else { return answer(listings) }
            // Sensors that were listed for a configuration before are listed again for the present one.
            guard let source, source === self.source else { return listSensors(answer) }
            answer(listings.map(judged))
        }
    }

    package func leaveDesktop(_ answer: @escaping () -> Void) { onLeaveDesktop(answer) }

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

    package func submit(_ event: Event) -> Rejection? {
        // An effect that leads to an event has it wait for its turn.
        guard !isHandling else {
            waiting.append(event)
            return nil
        }
        isHandling = true
        defer { isHandling = false }
        noticeSuspend()
        let rejection = handle(event)
        while !waiting.isEmpty { _ = handle(waiting.removeFirst()) }
        return rejection
    }

    /// Whatever comes first after a suspend comes after the news of it.
    private func noticeSuspend() {
        if let span = timers.takeSuspend() { _ = handle(.suspended(span)) }
    }

    private func handle(_ event: Event) -> Rejection? {
        var rejection: Rejection?
        let now = timers.now
        let effects = engine.handle(event, at: now)
        record(event, now, effects)
        for effect in effects {
            switch effect {
            case .publish(let snapshot): publish(snapshot)
            case .publishLight: publishLight()
            case .wakeAtBoot(let time): timers.wake(at: time)
            case .wakeAtWall(let time): timers.wake(at: time)
            case .poll(let plan): source?.follow(plan)
            case .save(let state): keeper?.keep(state)
            case .object(let reason): rejection = reason
            }
        }
        return rejection
    }

    private func publish(_ snapshot: Snapshot) {
        for publisher in publishers { publisher.publish(snapshot) }
        // Light that flickers about a threshold is not worth a line each time: the log tells what is
        // decided, not what is about to be.
        let isWaiting = snapshot.pending != nil || last?.pending != nil
        let isNews = !isWaiting || snapshot.withoutWaiting != last?.withoutWaiting
        last = snapshot
        guard isNews, snapshot.explanation != logged else { return }
        logged = snapshot.explanation
        log.info(snapshot.explanation)
    }

    /// The state that was published last.
    private var last: Snapshot?
    /// The sentence that was logged last.
    private var logged: String?

    private func publishLight() {
        guard let snapshot = engine.snapshot else { return }
        for publisher in publishers { publisher.publishLight(snapshot) }
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

extension Snapshot {
    /// The state without what moves while light flickers about a threshold.
    fileprivate var withoutWaiting: Snapshot {
        var copy = self
        copy.next = nil
        copy.pending = nil
        copy.light = nil
        copy.explanation = ""
        return copy
    }
}

// The only place with side effects: it gives each event to the engine, with the moment of its
// arrival, and carries out the effects in order, on the one thread of the loop.

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
    private var queue: [Event] = []
    private var isHandling = false
    /// Whether the lid is closed, as far as it was reported.
    private var isLidClosed = false
    /// The moment of the last event.
    private var lastMoment: Moment

    /// The publishers, in the order in which they receive each state.
    package var publishers: [any Publisher] = []
    /// The configuration file that was last read, which each published state names.
    private var configuration: (path: String?, loaded: WallTime)?
    /// The store of the state across restarts.
    package var stateStore: (any StateStore)?
    /// Leaves the desktop's own settings alone, if they are followed.
    package var onLeaveDesktop: (@escaping () -> Void) -> Void = { $0() }
    /// Records each event with its effects or its rejection.
    package var record: (Event, Moment, [Effect], Rejection?) -> Void = { _, _, _, _ in }

    /// Creates a runtime for an engine and its timers.
    package init(_ engine: Engine, on timers: any Timers, log: Log) {
        self.timers = timers
        self.log = log
        self.engine = engine
        lastMoment = timers.now
        timers.start { [weak self] in _ = self?.submit($0) }
    }

    /// Starts the light source, decides for the first time, and publishes.
    package func start(_ source: (any LightSource)?) {
        begin(source)
        _ = submit(.started)
    }

    /// Replaces the light source.
    package func replaceSource(with next: (any LightSource)?) {
        source?.follow(.off)
        source = nil
        _ = submit(.sensorLost)
        begin(next)
    }

    private func begin(_ next: (any LightSource)?) {
        source = next
        next?.start { [weak self] in self?.receive($0) }
        // Only changes of the lid are reported.
        if isLidClosed { next?.moveLid(isClosed: true) }
    }

    /// Saves the state for the next start.
    package func stop() {
        _ = submit(.stopping)
        stateStore?.finish()
    }

    // MARK: Requests

    package var snapshot: Snapshot? { engine.snapshot(at: timers.now).map(named) }

    /// The settings in effect.
    var settings: EngineSettings { engine.settings }

    package var rationale: Rationale {
        var rationale = engine.rationale(at: timers.now)
        let end = rationale.inputs.lastIndex { $0.name == "sensor" }.map { $0 + 1 } ?? 0
        let others = source?.standbys.map(\.input) ?? []
        rationale.inputs.insert(contentsOf: others, at: end)
        return rationale
    }

    package func listSensors(_ answer: @escaping ([SensorListing]) -> Void) {
        guard let source else { return answer([]) }
        source.list { [weak self, weak source] listings in
            guard let self else { return answer(listings) }
            // After a reload, the sensors are listed again for the new configuration.
            guard let source, source === self.source else { return listSensors(answer) }
            answer(listings.map(assessed))
        }
    }

    package func leaveDesktop(_ answer: @escaping () -> Void) { onLeaveDesktop(answer) }

    /// Returns the engine's verdict on the sensor in use, with the reason if it is not trusted.
    private func assessed(_ listing: SensorListing) -> SensorListing {
        guard listing.chosen, let state = snapshot?.sensor else { return listing }
        var listing = listing
        listing.state = state
        listing.unread = engine.unreadCause
        if state == .distrusted, listing.problem == nil {
            listing.problem = rationale.inputs.first { $0.name == "sensor" }?.why
        }
        return listing
    }

    package func submit(_ event: Event) -> Rejection? {
        // What the lid covers is replaced before the engine hears of it, so that a pending change goes on; what
        // it uncovers may be used once the engine has.
        if case .lidClosed(let isClosed) = event {
            isLidClosed = isClosed
            if isClosed { source?.moveLid(isClosed: true) }
        }
        // An event that an effect causes waits for its turn.
        guard !isHandling else {
            queue.append(event)
            return nil
        }
        return inTurn {
            // A suspend is handled before the first event after it.
            if let span = timers.suspendedSpan() { _ = handle(.suspended(span)) }
            return handle(event)
        }
    }

    /// Does something that may cause events, which are handled after it.
    private func inTurn<Result>(_ body: () -> Result) -> Result {
        guard !isHandling else { return body() }
        isHandling = true
        defer { isHandling = false }
        let result = body()
        while !queue.isEmpty { _ = handle(queue.removeFirst()) }
        return result
    }

    private func handle(_ event: Event) -> Rejection? {
        defer { if case .lidClosed(false) = event { source?.moveLid(isClosed: false) } }
        let now = timers.now
        defer { lastMoment = now }
        // A clock that was set is handled before any event by it: a deadline may be due by the new time
        // only, and may arrive before the notice of the change.
        if now.isClockSet(since: lastMoment), !event.restartsClock {
            _ = handle(.wallClockChanged, at: now)
        }
        return handle(event, at: now)
    }

    private func handle(_ event: Event, at now: Moment) -> Rejection? {
        let (effects, rejection) = engine.handle(event, at: now)
        record(event, now, effects, rejection)
        for effect in effects {
            switch effect {
            case .publish(let snapshot): publish(snapshot)
            case .publishLight: publishLight()
            case .wakeAtBoot(let time): timers.wake(at: time)
            case .wakeAtWall(let time): timers.wake(at: time)
            case .poll(let plan): source?.follow(plan)
            case .save(let state): stateStore?.save(state)
            }
        }
        return rejection
    }

    /// Submits the event of a configuration file that has been read, and publishes its place and time.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` if there is none.
    ///   - event: The event; `nil` if the file changes nothing.
    package func loadConfiguration(from path: String?, _ event: Event?) {
        configuration = (path, timers.now.wall)
        if let event { _ = submit(event) }
        // Another event than that of the start may publish nothing.
        guard let last, last.configurationLoaded != configuration?.loaded,
            let snapshot = engine.snapshot
        else { return }
        inTurn { publish(snapshot) }
    }

    /// Adds the configuration file to a state of the engine, which decides nothing by it.
    private func named(_ snapshot: Snapshot) -> Snapshot {
        var snapshot = snapshot
        snapshot.configuration = configuration?.path
        snapshot.configurationLoaded = configuration?.loaded
        return snapshot
    }

    private func publish(_ state: Snapshot) {
        let snapshot = named(state)
        for publisher in publishers { publisher.publish(snapshot) }
        if snapshot.sensor != last?.sensor { source?.record(snapshot.sensor) }
        // Light that flickers about a threshold is not worth a line each time: the log has
        // decisions, not pending ones.
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
        let state = named(snapshot)
        for publisher in publishers { publisher.publishLight(state) }
    }

    // MARK: Light

    private func receive(_ event: LightEvent) {
        switch event {
        case .found(let key, let name, let role):
            log.info("light sensor \(name) is in use")
            _ = submit(.sensorFound(key: key, role))
        case .role(let key, let role):
            _ = submit(.sensorFound(key: key, role))
        case .lost(let name, .removed):
            log.notice("light sensor \(name) is gone")
            _ = submit(.sensorLost)
        case .lost(let name, .replaced(let why)):
            log.notice("light sensor \(name) \(why)")
        case .readings(let samples):
            for sample in samples { _ = submit(.light(sample)) }
        case .missed(let lastValid, _):
            _ = submit(.lightMissed(lastValid: lastValid))
        case .still(let isStill):
            _ = submit(.lightStuck(isStill))
        case .warning(let text):
            log.warning(text)
        case .notice(let text):
            log.notice(text)
        }
    }
}

extension Event {
    /// Whether the engine reads the wall clock again at this event, whatever it was before.
    fileprivate var restartsClock: Bool {
        switch self {
        case .wallClockChanged, .suspended: true
        case .started, .configured, .configurationRefused, .sensorFound, .sensorLost, .light,
            .lightMissed, .lightStuck, .lightReported, .reportEnded, .reportsEnded, .lightWanted,
            .lightRequested,
            .modeChosen,
            .toggled, .switchTurned, .paused, .lightPaused, .resumed, .inhibited, .released,
            .suspending,
            .suspendEnded, .lidClosed, .sessionUse, .presence, .presenceEnded, .scheduleChanged,
            .deadline, .stopping:
            false
        }
    }
}

extension StandbySensor {
    /// The sensor as an input of the decision.
    fileprivate var input: Rationale.Input {
        Rationale.Input(sensor: name, light: light, age: age, isWorking: isWorking, why: why)
    }
}

extension Snapshot {
    /// The state without the members that change while light flickers about a threshold.
    fileprivate var withoutWaiting: Snapshot {
        var copy = self
        copy.next = nil
        copy.pending = nil
        copy.light = nil
        copy.lightNeeded = false
        copy.configurationLoaded = nil
        copy.explanation = ""
        return copy
    }
}

package import AppearanceModel

/// Several sources as one, in order of preference: the first one with a sensor is read, and the
/// next one is searched only if those before it have no sensor, or none that can be read.
package final class FallbackSource: LightSource {
    /// A source and the last events from it.
    private final class Candidate {
        let source: any LightSource
        var isStarted = false
        /// The sensor that it has chosen.
        var sensor: (key: String, name: String)?
        /// Whether that sensor cannot be read.
        var isRefused = false

        init(_ source: any LightSource) { self.source = source }
    }

    private let candidates: [Candidate]
    private var active: Candidate?
    private var plan = PollPlan.off
    private var tell: (LightEvent) -> Void = { _ in }

    /// Sources in order of preference.
    package init(_ sources: [any LightSource]) { candidates = sources.map(Candidate.init) }

    package func start(_ tell: @escaping (LightEvent) -> Void) {
        self.tell = tell
        choose()
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        active?.source.follow(plan)
    }

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        collect(from: 0, into: [], answer)
    }

    /// Lists the sensors of one source after those of another, because each may take its time.
    ///
    /// Nothing that waits for an answer keeps a source: after a reload, the next one takes over the
    /// reader of the last one.
    private func collect(
        from index: Int, into listings: [SensorListing],
        _ answer: @escaping ([SensorListing]) -> Void
    ) {
        guard index < candidates.count else { return answer(listings) }
        guard candidates[index].isStarted else {
            return collect(from: index + 1, into: listings, answer)
        }
        candidates[index].source.list { [weak self] found in
            // The caller is answered even if the configuration has replaced this source meanwhile.
            guard let self else { return answer(listings) }
            let isActive = candidates[index] === active
            let shown = found.map { listing in
                var listing = listing
                listing.chosen = listing.chosen && isActive
                return listing
            }
            collect(from: index + 1, into: listings + shown, answer)
        }
    }

    /// Selects the best sensor that can be read, else the best; a sensor that is read stays
    /// selected.
    private func choose() {
        if let active, active.sensor != nil, !active.isRefused { return }
        for candidate in candidates {
            if !candidate.isStarted { start(candidate) }
            if candidate.sensor != nil, !candidate.isRefused { return turn(to: candidate) }
        }
        if active?.sensor == nil, let candidate = candidates.first(where: { $0.sensor != nil }) {
            turn(to: candidate)
        }
    }

    private func start(_ candidate: Candidate) {
        candidate.isStarted = true
        candidate.source.start { [weak self, unowned candidate] event in
            self?.receive(event, from: candidate)
        }
    }

    private func turn(to candidate: Candidate) {
        guard candidate !== active, let sensor = candidate.sensor else { return }
        if let old = active {
            old.source.follow(.off)
            if let gone = old.sensor { tell(.lost(name: gone.name)) }
        }
        active = candidate
        tell(.found(key: sensor.key, name: sensor.name))
        candidate.source.follow(plan)
    }

    private func receive(_ event: LightEvent, from candidate: Candidate) {
        switch event {
        case .found(let key, let name):
            candidate.sensor = (key, name)
            candidate.isRefused = false
            choose()
        case .lost(let name):
            candidate.sensor = nil
            guard candidate === active else { return }
            // Its next sensor is read only if it is selected again.
            candidate.source.follow(.off)
            active = nil
            tell(.lost(name: name))
            choose()
        case .readings:
            guard candidate === active else { return }
            candidate.isRefused = false
            tell(event)
        case .missed(_, let fault):
            guard candidate === active else { return }
            tell(event)
            candidate.isRefused = fault.meansRefused
            if candidate.isRefused { choose() }
        case .still:
            if candidate === active { tell(event) }
        case .warning, .notice:
            tell(event)
        }
    }
}

/// Limits a repeated message to one a minute.
package struct LogRateLimit: Sendable {
    private static let interval = Microseconds.seconds(60)

    private var last: BootTime?

    /// A limit before the first message.
    package init() {}

    /// Returns whether the message may be logged now.
    package mutating func isDue(at now: BootTime) -> Bool {
        if let last, now - last < Self.interval { return false }
        last = now
        return true
    }
}

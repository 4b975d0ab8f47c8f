package import AppearanceModel
package import LinuxIO

/// A light sensor that replays a trace on the service's clock, held from row to row.
package final class SimulatedSource: LightSource {
    /// A row that is older than this is no reading any more.
    private static let longestHold = Microseconds.seconds(180)

    /// So many readings at most before others have their turn.
    private static let mostAtOnce = 600

    private let clock: ServiceClock
    private let trace: LightTrace
    private let name: String
    private let loop: EventLoop
    private var timer: TimerDescriptor?
    private var timerSource: IOSource?
    private var plan = PollPlan.off
    // A recording holds each row until the next, so that nothing in it moving says nothing.
    private var pace = ReaderPace(Correction(isCoarse: true))
    private var row = 0
    private var startedAt = BootTime(microsecondsSinceBoot: 0)
    private var hasEnded = false
    private var tell: (LightEvent) -> Void = { _ in }

    /// A sensor of a name that replays a trace from the clock's present moment on.
    package init(_ trace: LightTrace, name: String, on loop: EventLoop, clock: ServiceClock) {
        self.trace = trace
        self.name = name
        self.loop = loop
        self.clock = clock
    }

    package func start(_ tell: @escaping (LightEvent) -> Void) {
        self.tell = tell
        startedAt = clock.now.boot
        do throws(IOFailure) {
            let timer = try TimerDescriptor()
            self.timer = timer
            // Light comes before what is concluded from its absence, however late both are.
            timerSource = try loop.watch(
                timer.rawValue, for: .readable, priority: .important
            ) { [weak self] _ in
                if timer.takeExpiration() { self?.catchUp() }
            }
            tell(.found(key: "simulated/\(name)", name: name))
        } catch {
            tell(.warning("the simulated sensor cannot run: \(error)"))
        }
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        pace.hurry()
        arm()
    }

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        guard !hasEnded else { return answer([]) }
        answer([
            SensorListing(
                name: name, path: "", source: "simulated",
                light: reading(at: clock.now.boot)?.value, unit: .lux, state: .none, chosen: true,
                problem: nil)
        ])
    }

    private func arm() {
        guard !hasEnded, let due = pace.due(plan) else { return timer?.disarm() ?? () }
        let time = clock.machineBoot(at: max(due, clock.now.boot))
        timer?.arm(at: time.microsecondsSinceBoot)
    }

    /// Gives every reading that is due, each at its time: at high speed the loop may be late.
    private func catchUp() {
        let now = clock.now.boot
        for _ in 0..<Self.mostAtOnce {
            guard !hasEnded, let due = pace.due(plan), due <= now else { break }
            read(at: max(due, startedAt))
        }
        arm()
    }

    private func read(at now: BootTime) {
        guard now - startedAt <= lastOffset + Self.longestHold else { return end() }
        let reading: Result<LightReading, ReadingFault> =
            reading(at: now).map { .success(LightReading($0)) } ?? .failure(.notANumber(""))
        switch pace.take(reading, at: now, plan: plan) {
        case .quiet: break
        case .tell(let samples): tell(.readings(samples))
        case .fault(let lastValid, let fault): tell(.missed(lastValid: lastValid, fault))
        }
    }

    private func end() {
        hasEnded = true
        tell(.warning("the trace has ended"))
        tell(.lost(name: name))
    }

    // The source must leave epoll before its descriptor is closed.
    deinit { timerSource = nil }

    private var lastOffset: Microseconds { trace.rows.last?.offset ?? .zero }

    private func reading(at time: BootTime) -> Lux? {
        let offset = time - startedAt
        if row >= trace.rows.count || trace.rows[row].offset > offset { row = 0 }
        while row + 1 < trace.rows.count, trace.rows[row + 1].offset <= offset { row += 1 }
        guard row < trace.rows.count, offset - trace.rows[row].offset <= Self.longestHold
        else { return nil }
        return trace.rows[row].lux
    }
}

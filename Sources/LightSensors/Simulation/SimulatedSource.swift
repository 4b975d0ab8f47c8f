package import AppearanceModel
package import EventLoop
import Linux

/// A light sensor that replays a trace on the service's clock, each row until the next one.
package final class SimulatedSource: LightSource {
    /// The number of readings after which other sources have their turn.
    private static let mostAtOnce = 600

    private let clock: ServiceClock
    private let trace: LightTrace
    private let name: String
    private let loop: EventLoop
    private var timer: TimerDescriptor?
    private var timerSource: IOSource?
    private var plan = PollPlan.off
    private var reader: TraceReader
    private var hasEnded = false
    private var handler: (LightEvent) -> Void = { _ in }

    /// A sensor that replays a trace from the present moment of the clock.
    package init(_ trace: LightTrace, name: String, on loop: EventLoop, clock: ServiceClock) {
        self.trace = trace
        self.name = name
        self.loop = loop
        self.clock = clock
        reader = TraceReader(trace, from: clock.now.boot)
    }

    /// The key of the sensor of a recording.
    package static func key(of name: String) -> String { "simulated/\(name)" }

    package func start(_ handler: @escaping (LightEvent) -> Void) {
        self.handler = handler
        reader = TraceReader(trace, from: clock.now.boot)
        do throws(IOError) {
            let timer = try TimerDescriptor()
            self.timer = timer
            // Light comes before the conclusions from its absence, however late both are.
            timerSource = try loop.watch(
                timer.rawValue, for: .readable, priority: .important
            ) { [weak self] _ in
                if timer.takeExpiration() { self?.catchUp() }
            }
            handler(.found(key: Self.key(of: name), name: name))
        } catch {
            handler(.warning("the simulated sensor cannot run: \(error)"))
        }
    }

    package func follow(_ plan: PollPlan) {
        self.plan = plan
        arm()
    }

    package func list(_ answer: @escaping ([SensorListing]) -> Void) {
        guard !hasEnded else { return answer([]) }
        answer([
            SensorListing(
                name: name, path: "", source: "simulated",
                light: reader.lux(at: clock.now.boot)?.value, unit: .lux, state: .none,
                chosen: true,
                problem: nil)
        ])
    }

    private func arm() {
        guard !hasEnded, let due = reader.due(plan) else { return timer?.disarm() ?? () }
        let time = clock.machineBoot(at: max(due, clock.now.boot))
        timer?.arm(at: time.microsecondsSinceBoot)
    }

    /// Reports every reading that is due, each with its time: at high speed the loop may be late.
    private func catchUp() {
        let now = clock.now.boot
        for _ in 0..<Self.mostAtOnce {
            guard !hasEnded, let due = reader.due(plan), due <= now else { break }
            read(at: due)
        }
        arm()
    }

    private func read(at time: BootTime) {
        guard !reader.isOver(at: time) else { return end() }
        for event in reader.read(at: time, under: plan) {
            switch event {
            case .readings(let samples): handler(.readings(samples))
            case .missed(let lastValid): handler(.missed(lastValid: lastValid, .silent))
            case .stuck(let isStuck): handler(.still(isStuck))
            }
        }
    }

    private func end() {
        hasEnded = true
        handler(.warning("the trace has ended"))
        handler(.lost(name: name))
    }

    // The source must leave epoll before its descriptor is closed.
    deinit { timerSource = nil }
}

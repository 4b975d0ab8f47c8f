import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Every state of a sensor under every choice, at four times of the day: each statement agrees with the
/// others, and the next change comes at the time that it names if the light stays as it is.
@Suite(.bounded) struct PromiseWalkTests {
    @Test(arguments: Standing.all)
    func `a change comes at the time that is named, and none comes before`(
        _ standing: Standing
    ) throws {
        var driver = try standing.driver()
        for span in [0, 1, 20, 90] {
            standing.pass(.seconds(Int64(span)), &driver)
            try check(standing, driver)
        }
    }

    @Test func `the walk meets every kind of promise`() throws {
        var kinds: Set<String> = []
        for standing in Standing.all {
            let driver = try standing.driver()
            guard let state = driver.live else { continue }
            kinds.insert(
                "\(state.reason) \(state.sensor) \(state.next != nil) \(state.pending != nil)")
        }
        #expect(kinds.count >= 18, "\(kinds.sorted())")
    }

    private func check(_ standing: Standing, _ driver: EngineDriver) throws {
        let state = try #require(driver.live)
        let told = try #require(driver.last)
        for fault in Reading(state, driver.rationale, at: driver.now).faults {
            Issue.record("\(fault): \(state.explanation)")
        }
        // The published state and the one that a client asks for.
        #expect(told.appearance == state.appearance && told.reason == state.reason)
        #expect(told.next == state.next && told.sensor == state.sensor)
        // The times that the state names are to come, and each is named where it counts.
        var future = driver
        guard let next = state.next else {
            // Nothing is known to come: while light or the schedule decides, nothing comes by time alone.
            guard isSettled(state) else { return }
            standing.pass(.hours(30), &future)
            #expect(
                future.appearance == state.appearance || !future.isPromised,
                "not announced: \(future.last?.explanation ?? "") after \(state.explanation)")
            return
        }
        let before = next.at - driver.now.wall - .seconds(2)
        if before > .zero { standing.pass(before, &future) }
        #expect(
            future.appearance == state.appearance,
            "too early: \(future.last?.explanation ?? "") after \(state.explanation)")
        standing.pass(before > .zero ? .seconds(4) : before + .seconds(4), &future)
        #expect(
            future.appearance == next.appearance,
            "\(next.at.iso8601) not kept: \(future.last?.explanation ?? "") after \(state.explanation)"
        )
    }

    private func isSettled(_ state: Snapshot) -> Bool {
        guard state.mode == .auto, !state.paused, state.inhibitors.isEmpty, state.reported == nil
        else { return false }
        return switch state.sensor {
        case .none, .trusted, .distrusted: true
        case .warming, .stale: false
        }
    }
}

extension EngineDriver {
    /// Whether the light is the one that decides, rather than one that was lost meanwhile.
    fileprivate var isPromised: Bool {
        last?.sensor == .trusted || last?.sensor == SensorState.none
    }
}

/// A sensor in some state, a choice of the user or of a program, and a time of the day.
struct Standing: Sendable, CustomTestStringConvertible {
    enum Sensor: String, CaseIterable, Sendable {
        case none, bright, dim, warming, stuck, silent, locked, lidClosed, resumedWhileLocked
    }

    enum Layer: String, CaseIterable, Sendable {
        case nothing, mode, modeUntilSunrise, modeForMinutes, pause, pauseForMinutes, inhibitor
        case report, reportInMode, reportWhilePaused, twoReports, pending, modeEnded, toggled
    }

    var sensor: Sensor
    var layer: Layer
    var hour: Int
    var policy: Policy

    var testDescription: String { "\(sensor), \(layer) at \(hour), \(policy)" }

    static let all: [Standing] = Sensor.allCases.flatMap { sensor in
        Layer.allCases.flatMap { layer in
            [Policy.sensor, .schedule].flatMap { policy in
                [12, 20].map { Standing(sensor: sensor, layer: layer, hour: $0, policy: policy) }
            }
        }
    }

    private var level: Double? {
        switch sensor {
        case .bright: 350
        case .dim, .locked, .lidClosed, .resumedWhileLocked: 20
        case .stuck: 12
        case .none, .warming, .silent: nil
        }
    }

    /// Advances time with the light as it is.
    func pass(_ span: Microseconds, _ driver: inout EngineDriver) {
        let end = driver.now.boot + span
        let level = layer == .pending ? 500 : level
        var index = 0
        // Ends with the span, in virtual time.
        while driver.now.boot < end {
            let rest = end - driver.now.boot
            guard let level, case .every? = driver.plans.last else {
                // The reader vouches for steady light, and reads nothing while the plan is off.
                driver.wait(min(.seconds(60), rest))
                continue
            }
            index += 1
            // Real light is never quite still.
            driver.read(level * (sensor != .stuck && index % 2 == 0 ? 1.001 : 1))
            driver.wait(min(.seconds(1), rest))
        }
    }

    func driver() throws -> EngineDriver {
        var configuration = Configuration()
        configuration.ambient.policy = policy
        var driver = EngineDriver(
            configuration, at: "2026-03-20T\(hour):00:00", place: Situation.place,
            zone: Situation.zone, sensor: sensor == .none ? nil : "als",
            saved: .fresh(movers: sensor == .stuck ? [] : ["als"], at: .calendarStart))
        switch sensor {
        case .none, .warming: break
        case .bright, .dim: pass(.seconds(60), &driver)
        case .stuck: driver.light(12, for: .minutes(2))
        case .silent:
            driver.light(20, for: .seconds(30))
            driver.send(.lightMissed(lastValid: driver.now.boot))
            driver.wait(.minutes(20))
        case .locked:
            driver.light(20, for: .seconds(60))
            driver.send(.sessionUse(.locked))
        case .lidClosed:
            driver.light(20, for: .seconds(60))
            driver.send(.lidClosed(true))
            driver.wait(.minutes(10))
        case .resumedWhileLocked:
            driver.light(20, for: .seconds(60))
            driver.send(.sessionUse(.locked))
            driver.suspend(for: .hours(1))
            driver.wait(.seconds(10))
        }
        try add(&driver)
        return driver
    }

    private func add(_ driver: inout EngineDriver) throws {
        let film = Inhibitor(who: "Cinema", why: "a film is on")
        let other: Mode = driver.appearance == .light ? .dark : .light
        func report(_ level: Double, _ source: String = "phone") throws {
            driver.send(.lightReported(source: source, lux: try #require(Lux(level))))
            driver.wait(.seconds(4))
        }
        switch layer {
        case .nothing: break
        case .mode: driver.send(.modeChosen(other, end: nil))
        case .modeUntilSunrise: driver.send(.modeChosen(other, end: .sunrise))
        case .modeForMinutes: driver.send(.modeChosen(other, end: .after(.minutes(5))))
        case .pause: driver.send(.paused(end: nil))
        case .pauseForMinutes: driver.send(.paused(end: .after(.minutes(5))))
        case .inhibitor: driver.send(.inhibited(cookie: 1, film))
        case .report: try report(driver.appearance == .light ? 10 : 300)
        case .reportInMode:
            driver.send(.modeChosen(other, end: .after(.minutes(45))))
            try report(300)
        case .reportWhilePaused:
            driver.send(.paused(end: .after(.minutes(5))))
            try report(300)
        case .twoReports:
            try report(300)
            try report(10, "lamp")
        case .pending: pass(.seconds(6), &driver)
        case .modeEnded:
            driver.send(.modeChosen(other, end: .after(.minutes(5))))
            driver.wait(.minutes(5))
        case .toggled: driver.send(.toggled)
        }
    }
}

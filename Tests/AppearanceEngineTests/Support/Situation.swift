import AppearanceEngine
import AppearanceModel
import Testing

/// A pending change, and an event before it.
struct Situation: Sendable, CustomTestStringConvertible {
    /// The start: an event after which a change is pending.
    enum Start: String, CaseIterable, Sendable {
        case roomTurnsDim, roomTurnsLight, nightRoomTurnsLighter, dimLightIsReported
        case brightLightIsReported, sensorIsLost
    }

    /// The next event or change.
    enum Turn: String, CaseIterable, Sendable {
        case nothing, reload, otherThresholds, policyDarker, policyLighter, policySchedule
        case nightBySchedule, sensorTurnedOff, newSensor, sensorLost, otherReport, reportAgain
        case pause, pauseWithEnd, inhibitor, pauseBesideInhibitor, choice, choiceInPause, toggle
        case lidClosed, sessionLocked, sessionLockedAndUnlocked, suspend, clockSet
    }

    var start: Start
    var turn: Turn

    var testDescription: String { "\(start), then \(turn)" }

    static let all = Start.allCases.flatMap { start in
        Turn.allCases.map { Situation(start: start, turn: $0) }
    }

    static let zone = TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
    static let place = Coordinates(latitudeDegrees: 52.5, longitudeDegrees: 13.4)

    private var hour: String {
        switch start {
        case .roomTurnsDim, .roomTurnsLight, .dimLightIsReported: "2026-03-20T12:00:00"
        case .brightLightIsReported, .sensorIsLost: "2026-03-20T20:00:00"
        case .nightRoomTurnsLighter: "2026-03-20T23:00:00"
        }
    }

    /// The light of the room from then on; `nil` if no sensor reads it.
    private var level: Double? {
        switch start {
        case .roomTurnsDim: 11
        case .roomTurnsLight: 500
        case .nightRoomTurnsLighter: 9.7
        case .dimLightIsReported, .brightLightIsReported, .sensorIsLost: nil
        }
    }

    /// Runs the situation and looks at the engine before the turn, after it, and as time passes.
    func live(_ look: (EngineDriver) throws -> Void) rethrows {
        var driver = EngineDriver(
            Configuration(), at: hour, place: Self.place, zone: Self.zone, sensor: sensor,
            saved: .fresh(movers: ["als", "other"], at: .calendarStart))
        begin(&driver)
        try look(driver)
        happen(&driver)
        try look(driver)
        for span in [1, 3, 9, 30, 60, 120] {
            pass(.seconds(Int64(span)), &driver)
            try look(driver)
        }
    }

    private var sensor: String? {
        switch start {
        case .roomTurnsDim, .roomTurnsLight, .nightRoomTurnsLighter, .sensorIsLost: "als"
        case .dimLightIsReported, .brightLightIsReported: nil
        }
    }

    private func begin(_ driver: inout EngineDriver) {
        switch start {
        case .roomTurnsDim:
            driver.light(350, for: .seconds(20))
            driver.light(11, for: .seconds(16))
        case .roomTurnsLight:
            driver.light(18, for: .seconds(20))
            driver.light(500, for: .seconds(6))
        case .nightRoomTurnsLighter:
            driver.light(0.5, for: .seconds(20))
            driver.light(9.7, for: .seconds(14))
        case .dimLightIsReported: report(12, from: "desk-lamp", &driver)
        case .brightLightIsReported: report(500, from: "appearancectl", &driver)
        case .sensorIsLost:
            driver.light(350, for: .seconds(20))
            driver.send(.sensorLost)
        }
    }

    private func report(_ level: Double, from source: String, _ driver: inout EngineDriver) {
        if let lux = Lux(level) { driver.send(.lightReported(source: source, lux: lux)) }
        driver.wait(.seconds(4))
    }

    private func pass(_ span: Microseconds, _ driver: inout EngineDriver) {
        guard let level, turn != .sensorLost, turn != .sensorTurnedOff
        else { return driver.wait(span) }
        driver.light(level, for: span)
    }

    private func configure(
        _ driver: inout EngineDriver, _ change: (inout Configuration) -> Void
    ) {
        let configuration = Configuration().with(change)
        driver.send(
            .configured(EngineSettings(configuration, place: Self.place, zone: Self.zone)))
    }

    private func happen(_ driver: inout EngineDriver) {
        let film = Inhibitor(who: "Cinema", why: "a film is on")
        switch turn {
        case .nothing: break
        case .reload: configure(&driver) { $0.ambient.dwell.lightToDark = .seconds(40) }
        case .otherThresholds:
            configure(&driver) {
                $0.ambient.thresholds = Thresholds(
                    darkBelow: 5, lightAbove: 600, nightBelow: 1, nightAbove: 2)
            }
        case .policyDarker: configure(&driver) { $0.ambient.policy = .darker }
        case .policyLighter: configure(&driver) { $0.ambient.policy = .lighter }
        case .policySchedule: configure(&driver) { $0.ambient.policy = .schedule }
        case .nightBySchedule: configure(&driver) { $0.ambient.nightNeeds = .schedule }
        case .sensorTurnedOff:
            configure(&driver) { $0.sensor.source = .none }
            driver.send(.sensorLost)
        case .newSensor: driver.send(.sensorFound(key: "other"))
        case .sensorLost: driver.send(.sensorLost)
        case .otherReport: report(1_000, from: "window-sill", &driver)
        case .reportAgain: report(2, from: "desk-lamp", &driver)
        case .pause: driver.send(.paused(end: nil))
        case .pauseWithEnd: driver.send(.paused(end: .after(.seconds(20))))
        case .inhibitor: driver.send(.inhibited(cookie: 1, film))
        case .pauseBesideInhibitor:
            driver.send(.inhibited(cookie: 1, film))
            driver.send(.paused(end: .after(.seconds(20))))
        case .choice: driver.send(.modeChosen(.dark, end: .after(.seconds(20))))
        case .choiceInPause:
            driver.send(.paused(end: .after(.minutes(1))))
            driver.send(.modeChosen(.night, end: .after(.seconds(20))))
        case .toggle: driver.send(.toggled)
        case .lidClosed: driver.send(.lidClosed(true))
        case .sessionLocked: driver.send(.sessionUse(.locked))
        case .sessionLockedAndUnlocked:
            driver.send(.sessionUse(.locked))
            driver.wait(.seconds(1))
            driver.send(.sessionUse(.inUse))
        case .suspend: driver.suspend(for: .minutes(20))
        case .clockSet: driver.setWallClock(to: driver.now.wall + .minutes(3))
        }
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport

/// Draws the next event: mostly a quiet day, and every kind of failure.
struct StepGenerator {
    private var dice: SplitMix64
    /// The settings that hold, of which a reload may change one part only.
    private var drawn: DrawnSettings
    private var cookies: [UInt32] = []
    private var nextCookie: UInt32 = 1

    init(_ dice: SplitMix64, from drawn: DrawnSettings) {
        self.dice = dice
        self.drawn = drawn
    }

    /// Kinds of things that happen.
    private enum Kind: CaseIterable {
        case quiet, room, sensor, clock, suspend, desk, choice, hold, feed, settings, restart,
            foresee
        case tardy

        var weight: Int {
            switch self {
            case .quiet: 30
            case .room: 20
            case .sensor: 8
            case .clock: 3
            case .suspend: 4
            case .desk: 4
            case .choice: 8
            case .hold: 6
            case .feed: 3
            case .settings: 4
            case .restart: 3
            case .foresee: 4
            case .tardy: 2
            }
        }
    }

    mutating func next() -> Step {
        switch dice.pick(weighted: Kind.allCases.map { ($0.weight, $0) }) {
        case .quiet: .pass(span())
        case .room: .lightens(course())
        case .sensor: sensor()
        case .clock: clock()
        case .suspend:
            .suspend(dice.span(.seconds(1), .days(3)), dice.pick(Step.SuspendReport.allCases))
        case .desk: .ask(desk())
        case .choice where dice.once(in: 8):
            .toggles(
                .random(in: 2...12, using: &dice),
                every: dice.pick([.zero, dice.span(.milliseconds(1), .seconds(1))]))
        case .choice: .ask(choice())
        case .hold: .ask(hold())
        case .feed: .ask(light())
        case .settings: .ask(reload())
        case .restart:
            .restart(
                .init(
                    isKilled: dice.once(in: 2),
                    after: dice.pick([.zero, dice.span(.seconds(1), .days(2))])))
        case .foresee: .foresee
        case .tardy:
            .alarmsAreLate(by: dice.pick([.zero, dice.span(.milliseconds(1), .seconds(5))]))
        }
    }

    private mutating func span() -> Microseconds {
        dice.pick(weighted: [
            (8, dice.span(.milliseconds(1), .minutes(2))),
            (3, dice.span(.seconds(1), .minutes(15))),
            (1, dice.span(.minutes(1), .hours(4))),
        ])
    }

    private mutating func course() -> Room.Course {
        // The default thresholds, and levels close to them.
        let lux = dice.pick([dice.lux(), 0, 3, 8, 40, 80, 39.9, 80.1, 300])
        return switch Int.random(in: 0..<6, using: &dice) {
        case 0: .still(lux: lux)
        case 1: .noisy(lux: lux, by: dice.number(0...0.5))
        case 2:
            .alternating(lux: lux, other: dice.lux(), every: dice.span(.seconds(1), .minutes(5)))
        case 3: .fading(from: lux, to: dice.lux(), over: dice.span(.seconds(1), .hours(1)))
        default: .steady(lux: lux)
        }
    }

    private mutating func sensor() -> Step {
        switch Int.random(in: 0..<9, using: &dice) {
        case 0: .unplug
        case 8:
            .sensorComesAndGoes(
                up: dice.span(.milliseconds(100), .seconds(30)),
                down: dice.span(.milliseconds(100), .seconds(30)), times: dice.pick([3, 8]))
        case 1, 2: .plug(dice.pick(["als", "screen", "lid"]))
        case 3: .sensorTurns(.failing)
        case 4: .sensorTurns(.hanging)
        case 5: .sensorTurns(.late(dice.span(.milliseconds(1), .seconds(30))))
        default: .sensorTurns(.good)
        }
    }

    private mutating func clock() -> Step {
        if dice.once(in: 2) { return .setClock(to: dice.instant()) }
        let span = dice.span(.milliseconds(1), .days(400))
        return .stepClock(by: dice.once(in: 2) ? span : -span)
    }

    /// Returns an event of the machine that contains the sensor.
    private mutating func desk() -> Event {
        let isSo = dice.once(in: 2)
        return switch Int.random(in: 0..<8, using: &dice) {
        case 0: .suspending
        case 1: .suspendEnded
        case 2, 3: .sessionUse(isSo ? .inUse : dice.pick([.locked, .inactive, .remote]))
        case 4: .lightStuck(isSo)
        default: .lidClosed(isSo)
        }
    }

    private mutating func end() -> ModeEnd? {
        let clock = ClockTime(wrapping: .random(in: 0..<1440, using: &dice))
        return dice.pick([
            nil, nil, .after(Microseconds(1)), .after(dice.span(.milliseconds(1), .days(2))),
            .after(.days(3653)), .nextBoundary, .sunrise, .sunset, .clock(clock),
        ])
    }

    private mutating func choice() -> Event {
        if dice.once(in: 4) { return .toggled }
        if dice.once(in: 4) {
            return .switchTurned(
                dice.pick(Tone.allCases), in: dice.pick(Desktop.allCases),
                whileAway: dice.once(in: 4))
        }
        // A temporary `auto` is refused.
        let mode = dice.pick(Mode.allCases)
        return .modeChosen(mode, end: mode == .auto && !dice.once(in: 4) ? nil : end())
    }

    private mutating func hold() -> Event {
        switch Int.random(in: 0..<8, using: &dice) {
        case 7: return end().map { .lightPaused(end: $0) } ?? .resumed
        case 5: return .presenceEnded(client: dice.pick([1, 2]))
        case 6:
            let kinds = SwitchSettings.Hold.allCases.filter { _ in dice.once(in: 3) }
            return .presence(
                client: dice.pick([1, 2]),
                PresenceReport(
                    holders: kinds.compactMap {
                        ChangeHolder(kind: $0.rawValue, who: dice.pick(["", "mpv"]))
                    },
                    isQuiet: dice.pick([nil, true, false]), isIdle: dice.pick([nil, true, false])))
        case 0: return .paused(end: end())
        case 1: return .resumed
        case 2:
            nextCookie += 1
            cookies.append(nextCookie)
            return .inhibited(
                cookie: nextCookie,
                Inhibitor(who: "film", why: dice.pick(["", "a film", "\u{1F3A5}"])))
        default:
            guard let last = cookies.popLast() else { return .released(cookie: 9) }
            return .released(cookie: last)
        }
    }

    private mutating func light() -> Event {
        if dice.once(in: 8) { return .lightRequested }
        if dice.once(in: 4) { return .lightWanted(dice.once(in: 2)) }
        if dice.once(in: 6) { return .reportEnded(connection: dice.pick([1, 2])) }
        return .lightReported(
            source: dice.pick(["phone", "home"]), lux: .drawn(dice.lux()),
            connection: dice.pick([nil, 1, 2]))
    }

    private mutating func reload() -> Event {
        switch Int.random(in: 0..<7, using: &dice) {
        case 6:
            drawn.configuration.change.when = dice.pick(SwitchSettings.When.allCases)
            drawn.configuration.change.hold = SwitchSettings.Hold.allCases.filter { _ in
                dice.once(in: 2)
            }
            drawn.configuration.change.atMost = dice.span(.minutes(1), .hours(12))
        case 0: return .configurationRefused(dice.pick(["config.toml:3:1: unknown key", "empty"]))
        case 1: return .configurationRefused(nil)
        case 2:
            drawn.zone = dice.zone()
            drawn.place = dice.place()
            return .scheduleChanged(drawn.settings.schedule)
        case 3: drawn.configuration.schedule.everyDay = DaySchedule(&dice)
        case 4: drawn.configuration.ambient.dwell.lightToDark = dice.span(.seconds(1), .hours(1))
        default: drawn = DrawnSettings(&dice)
        }
        return .configured(drawn.settings)
    }
}

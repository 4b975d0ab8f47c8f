import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Actions and their opposites, as the manual page of appearancectl lists them: after both, the decision is
/// that of a daemon that received neither.
@Suite(.bounded) struct UndoTests {
    @Test(.scaledAtNight, arguments: Seeds.chosen(1...UInt64(Nightly.count(60, byDay: 20))))
    func `after an action and its undo the decision is as without both`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var room = DrawnRoom(&random)
        for _ in 0..<4 {
            try room.happen(&random)
            for action in UndoableAction.allCases {
                // Between the thresholds, the side is that of the last light beyond them, also a reported one.
                if action == .feed, room.isBetweenThresholds { continue }
                var without = room
                var with = room
                let gap = Microseconds.seconds(Int64(Int.random(in: 0..<4, using: &random)) * 40)
                let before = try #require(with.driver.last)
                try action.perform(&with.driver)
                let result = with.driver.appearance
                with.pass(gap)
                without.pass(gap)
                // A switch is turned back from what it has led to.
                if action.isSwitch, with.driver.appearance != result { continue }
                try action.undo(&with.driver, to: before)
                // A sensor that was not read is checked within a minute, and changes need their dwell time.
                with.pass(.minutes(8))
                without.pass(.minutes(8))
                let (a, b) = (try #require(with.driver.live), try #require(without.driver.live))
                #expect(
                    a.appearance == b.appearance && a.mode == b.mode && a.until == b.until
                        && a.reason == b.reason && a.paused == b.paused
                        && a.inhibitors == b.inhibitors
                        && a.reported?.source == b.reported?.source
                        && (a.mode != .auto || a.paused
                            || a.next == b.next && a.sensor == b.sensor),
                    "\(action) after \(room.story): \(a.explanation) is not \(b.explanation)")
            }
        }
    }
}

/// An action with its opposite.
enum UndoableAction: CaseIterable {
    case light, dark, night, darkWithEnd, toggle, pause, pauseWithEnd, inhibit, feed, desktopSwitch

    var isSwitch: Bool { self == .toggle || self == .desktopSwitch }

    func perform(_ driver: inout EngineDriver) throws {
        switch self {
        case .light: driver.send(.modeChosen(.light, end: nil))
        case .dark: driver.send(.modeChosen(.dark, end: nil))
        case .night: driver.send(.modeChosen(.night, end: nil))
        case .darkWithEnd: driver.send(.modeChosen(.dark, end: .sunrise))
        case .toggle: driver.send(.toggled)
        case .pause: driver.send(.paused(end: nil))
        case .pauseWithEnd: driver.send(.paused(end: .after(.hours(2))))
        case .inhibit:
            driver.send(.inhibited(cookie: 7, Inhibitor(who: "Cinema", why: "a film is on")))
        case .feed: driver.send(.lightReported(source: "test", lux: try #require(Lux(500))))
        case .desktopSwitch: driver.turnSwitch()
        }
    }

    /// Undoes it, by the command that it prints.
    func undo(_ driver: inout EngineDriver, to before: Snapshot) throws {
        func end(_ time: WallTime?) -> ModeEnd? { time.map { .after($0 - driver.now.wall) } }
        switch self {
        case .light, .dark, .night, .darkWithEnd:
            driver.send(.modeChosen(before.mode, end: end(before.until)))
        case .toggle: driver.send(.toggled)
        case .pause, .pauseWithEnd:
            driver.send(before.paused ? .paused(end: end(before.pausedUntil)) : .resumed)
        case .inhibit: driver.send(.released(cookie: 7))
        case .feed: driver.send(.reportsEnded(source: "test"))
        case .desktopSwitch: driver.turnSwitch()
        }
    }
}

extension EngineDriver {
    fileprivate mutating func turnSwitch() {
        let tone: Tone = appearance == .light ? .dark : .light
        send(.switchTurned(tone, in: .gnome, whileAway: false))
    }
}

/// A room with a drawn light, a sensor or none, and what happens in it.
struct DrawnRoom {
    var driver: EngineDriver
    private(set) var story: [String] = []
    private var level: Double
    private let hasSensor: Bool
    private var isStuck = false
    private var isSilent = false
    private var index = 0

    init(_ random: inout SplitMix64) {
        hasSensor = Int.random(in: 0..<4, using: &random) > 0
        level = [1, 12, 25, 60, 150, 700][Int.random(in: 0..<6, using: &random)]
        let hour = ["08", "12", "16", "21", "23"][Int.random(in: 0..<5, using: &random)]
        var configuration = Configuration()
        configuration.ambient.policy =
            [.sensor, .sensor, .darker, .lighter, .schedule][Int.random(in: 0..<5, using: &random)]
        driver = EngineDriver(
            configuration, at: "2026-03-20T\(hour):07:00", place: Situation.place,
            zone: Situation.zone, sensor: hasSensor ? "als" : nil)
        story = ["\(hour) h, \(hasSensor ? "\(level) lux" : "no sensor")"]
        pass(.minutes(3))
    }

    var isBetweenThresholds: Bool { level == 60 }

    mutating func pass(_ span: Microseconds) {
        let end = driver.now.boot + span
        // Ends with the span, in virtual time.
        while driver.now.boot < end {
            index += 1
            if hasSensor, !isSilent {
                driver.read(level * (!isStuck && index % 2 == 0 ? 1.001 : 1))
            }
            driver.wait(min(.seconds(1), end - driver.now.boot))
        }
    }

    mutating func happen(_ random: inout SplitMix64) throws {
        switch Int.random(in: 0..<11, using: &random) {
        case 0, 1, 2: level = [1, 12, 25, 60, 150, 700][Int.random(in: 0..<6, using: &random)]
        case 3:
            if let lux = Lux([10, 300][Int.random(in: 0..<2, using: &random)]) {
                driver.send(.lightReported(source: "phone", lux: lux))
            }
            story.append("a report")
        case 4:
            isStuck.toggle()
            if isStuck { driver.suspend(for: .hours(1)) }
            story.append("stuck \(isStuck)")
        case 5:
            isSilent.toggle()
            if isSilent { driver.send(.lightMissed(lastValid: driver.now.boot)) }
            story.append("silent \(isSilent)")
        case 6:
            driver.send(.sessionUse(.locked))
            pass(.minutes(2))
            driver.send(.sessionUse(.inUse))
            story.append("a lock")
        case 7:
            let mode = Mode.allCases[Int.random(in: 0..<4, using: &random)]
            let end = mode != .auto && Bool.random(using: &random) ? ModeEnd.after(.hours(3)) : nil
            driver.send(.modeChosen(mode, end: end))
            story.append("mode \(mode)")
        case 8:
            driver.send(.toggled)
            story.append("a toggle")
        case 9:
            driver.send(Bool.random(using: &random) ? .paused(end: .after(.hours(3))) : .resumed)
            story.append("a pause or none")
        default:
            driver.send(.lidClosed(true))
            pass(.minutes(3))
            driver.send(.lidClosed(false))
            story.append("a closed lid")
        }
        story.append("\(level) lux")
        pass(.minutes(Int64(4 + Int.random(in: 0..<3, using: &random))))
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceRecord

/// A recorded run in a room with a lamp, in which a user corrects the appearance.
enum RecordedRoom {
    /// One day: the light in steps, and the choice against the light's decision.
    struct Day {
        var lux: [Double]
        /// The choice, made in the middle of each step that shows the opposite.
        var choice: Mode?
        /// The number of the day.
        var number: Int64
        var isUndone = false
        var minutesPerStep = 10
        /// The time after which a choice ends by itself.
        var span = Microseconds.hours(1)
        /// The unit of the sensor.
        var unit = LightUnit.lux

        init(lux: [Double], choose choice: Mode? = nil, _ number: Int64, isUndone: Bool = false) {
            self.lux = lux
            self.choice = choice
            self.number = number
            self.isUndone = isUndone
        }
    }

    /// Three evenings with a lamp of 120 lux, which is too dim to be light.
    static let dimEvenings = (0..<3).map { Day(lux: [30, 120], choose: .dark, $0) }

    private static let tick = Microseconds.seconds(10)
    private static let ticksPerMinute = 6

    /// Returns the recording of some days, with the machine suspended in between.
    static func recording(_ days: [Day]) -> [UInt8] { run(days).bytes }

    /// Returns the history that the daemon keeps of some days.
    static func history(_ days: [Day]) -> History {
        let run = run(days)
        return History(run.changes + History.lines(of: run.levels))
    }

    /// The settings of the recorded engine.
    static var settings: EngineSettings {
        var configuration = Configuration()
        configuration.sensor.poll = tick
        configuration.sensor.pollSteady = tick
        return EngineSettings(configuration, place: nil, zone: .utc)
    }

    private static func run(_ days: [Day]) -> Run {
        // Noon, so that the schedule changes nothing.
        let noon = Moment(
            boot: BootTime(microsecondsSinceBoot: 0),
            wall: WallTime(secondsSinceEpoch: 1_781_956_800))
        var run = Run(settings, at: noon)
        run.send(.sensorFound(key: "room"))
        run.send(.started)
        for day in days {
            run.suspend(until: noon.boot + .days(day.number))
            let ticksPerStep = day.minutesPerStep * ticksPerMinute
            for (step, lux) in day.lux.enumerated() {
                for index in 0..<ticksPerStep {
                    // A real sensor is never still.
                    run.read(lux * (index % 2 == 0 ? 1 : 1.01), day.unit)
                    if step > 0, index == ticksPerStep / 2 { run.correct(day) }
                    if step > 0, day.isUndone, index == ticksPerStep / 2 + 3 {
                        run.send(.modeChosen(.auto, end: nil))
                    }
                    run.pass(tick)
                }
                if !day.isUndone { run.send(.modeChosen(.auto, end: nil)) }
            }
        }
        return run
    }

    private struct Run {
        var bytes: [UInt8]
        var changes: [UInt8] = []
        var levels: [History.Level] = []
        private var last: Snapshot?
        private var engine: Engine
        private var now: Moment
        private var plan = PollPlan.off
        private var bootTimer: BootTime?
        private var wallTimer: WallTime?

        init(_ settings: EngineSettings, at start: Moment) {
            let saved = SavedState(
                mode: .auto, until: nil, appearance: .dark, paused: false, pausedUntil: nil,
                movers: ["room"], savedAt: start.wall)
            let header = RecordHeader(
                program: "0.1.0", settings: settings, saved: saved, start: start)
            bytes = header.line
            engine = header.engine
            now = start
        }

        mutating func send(_ event: Event) {
            let (effects, rejection) = engine.handle(event, at: now)
            for effect in effects {
                switch effect {
                case .poll(let next): plan = next
                case .publish(let next): note(next)
                case .wakeAtBoot(let time): bootTimer = time
                case .wakeAtWall(let time): wallTimer = time
                case .publishLight, .save: break
                }
            }
            bytes += RecordEntry(event, at: now, effects, rejection).line
        }

        private mutating func note(_ next: Snapshot) {
            defer { last = next }
            if let last, last.appearance == next.appearance, last.mode == next.mode,
                last.reason == next.reason
            {
                return
            }
            changes += History.Change(at: now.wall, status: next, isStart: last == nil).line
        }

        mutating func read(_ value: Double, _ unit: LightUnit) {
            guard plan != .off else { return }
            send(.light(LightSample(at: now.boot, light: LightReading(value: value, unit: unit))))
            guard levels.last.map({ $0.light == nil || now.wall - $0.at >= .minutes(1) }) ?? true
            else { return }
            guard let light = engine.snapshot?.light else { return }
            levels.append(History.Level(at: now.wall, light: light))
        }

        mutating func correct(_ day: Day) {
            guard let choice = day.choice, let shown = engine.snapshot?.appearance,
                shown != choice.fixedAppearance
            else { return }
            send(.modeChosen(choice, end: .after(day.span)))
        }

        /// Lets time pass, with every timer that is due.
        mutating func pass(_ span: Microseconds) {
            let end = now.boot + span
            while let due = nextTimer, due <= end {
                move(to: max(due, now.boot))
                if let time = bootTimer, time <= now.boot { bootTimer = nil }
                if let time = wallTimer, time <= now.wall { wallTimer = nil }
                send(.deadline)
            }
            move(to: end)
        }

        private var nextTimer: BootTime? {
            [bootTimer, wallTimer.map { now.boot + ($0 - now.wall) }].compactMap(\.self).min()
        }

        private mutating func move(to boot: BootTime) {
            now.wall = now.wall + (boot - now.boot)
            now.boot = boot
        }

        mutating func suspend(until boot: BootTime) {
            let span = boot - now.boot
            guard span > .zero else { return }
            levels.append(History.Level(at: now.wall, light: nil))
            move(to: boot)
            send(.suspended(span))
        }
    }
}

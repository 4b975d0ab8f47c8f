import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport

/// One simulated run of the engine alone, with the steps of a seed.
final class EngineRun {
    let world: World
    private(set) var engine: Engine
    private(set) var entries: [Entry] = []
    private(set) var steps: [Step] = []
    /// The run recording of each daemon, from its start to its end.
    private(set) var records: [[UInt8]] = []
    /// The first violated invariant.
    private(set) var fault: InvariantViolation?

    private var generator: StepGenerator
    private var checker: InvariantChecker
    private var settings: EngineSettings
    private var saved: SavedState?

    private let isRecording: Bool

    init(seed: UInt64, recording: Bool = false) {
        isRecording = recording
        var dice = SplitMix64(seed: seed)
        let drawn = DrawnSettings(&dice)
        settings = drawn.settings
        let boot = BootTime(microsecondsSinceBoot: .random(in: 1...1_000_000_000, using: &dice))
        let start = Moment(boot: boot, wall: dice.instant())
        world = World(at: start, seed: dice.next())
        engine = Engine(settings, saved: nil, at: start)
        checker = InvariantChecker(settings)
        let hasSensor = !dice.once(in: 3)
        generator = StepGenerator(dice, from: drawn)
        if hasSensor { world.plug("als") }
        world.deliver = { [unowned self] in handle($0) }
        begin()
    }

    /// Runs a number of steps, or until the first violated invariant.
    func live(steps count: Int) {
        for _ in 0..<count where fault == nil {
            let step = generator.next()
            steps.append(step)
            happen(step)
        }
    }

    private func happen(_ step: Step) {
        switch step {
        case .pass(let span): world.pass(span)
        case .suspend(let span, let word): world.suspend(for: span, word)
        case .setClock(let time): world.setWallClock(to: time)
        case .stepClock(let span): world.setWallClock(to: world.now.wall + span)
        case .lightens(let course): world.room.follow(course, from: world.now.boot)
        case .alarmsAreLate(let span): world.tardiness = span
        case .plug(let key): world.plug(key)
        case .unplug: world.unplug()
        case .sensorTurns(let mood): world.mood = mood
        case .sensorComesAndGoes(let up, let down, let times):
            world.comeAndGo(up: up, down: down, times: times)
        case .toggles(let count, let interval):
            for _ in 0..<count where fault == nil {
                handle(.toggled)
                world.pass(interval)
            }
        case .ask(let event): handle(event)
        case .restart(let restart): self.restart(restart)
        case .foresee: foresee()
        }
    }

    private func handle(_ event: Event) {
        guard fault == nil else { return }
        let (effects, rejection) = engine.handle(event, at: world.now)
        settings.follow(event)
        world.follow(event)
        for effect in effects {
            switch effect {
            case .wakeAtBoot(let time): world.bootAlarm = time
            case .wakeAtWall(let time): world.wallAlarm = time
            case .poll(let plan): world.plan = plan
            case .save(let state): saved = state
            case .publish, .publishLight: break
            }
        }
        let entry = Entry(
            event: event, at: world.now, effects: effects, rejection: rejection)
        entries.append(entry)
        if isRecording {
            records[records.count - 1] += RecordEntry(event, at: world.now, effects, rejection).line
        }
        do throws(InvariantViolation) {
            try checker.check(entry)
            try checkExplanation(after: event)
        } catch { stop(error) }
    }

    /// Checks that the published sentence states the present facts: those of an engine without one.
    private func checkExplanation(after event: Event) throws(InvariantViolation) {
        // A reading that changes only the level leaves the sentence. Every third event is enough.
        if case .light = event { return }
        // An engine with an overdue timer has yet to handle it, as after a refusal or when it stops.
        guard !world.isBehind else { return }
        guard entries.count % 3 == 0 else { return }
        var other = engine
        _ = other.handle(.configured(settings), at: world.now)
        guard let published = engine.snapshot, let fresh = other.snapshot,
            // Most are equal, and the facts take far longer than all else here.
            published.explanation != fresh.explanation,
            published.explanation.facts != fresh.explanation.facts
        else { return }
        throw InvariantViolation(
            "it explains \"\(published.explanation)\", and it is \"\(fresh.explanation)\"")
    }

    private func stop(_ fault: InvariantViolation) {
        if self.fault == nil { self.fault = fault }
        world.isOver = true
    }

    private func begin() {
        let header = RecordHeader(
            program: "simulated", settings: settings, saved: saved, start: world.now)
        if isRecording { records.append(header.line) }
        if let key = world.sensor { handle(.sensorFound(key: key)) }
        handle(.started)
    }

    // MARK: Restarts

    private func restart(_ restart: Step.Restart) {
        let before = world.isBehind ? nil : engine.snapshot
        let kept = saved
        if !restart.isKilled { handle(.stopping) }
        if var last = saved, let kept {
            last.savedAt = kept.savedAt
            if last != kept {
                stop(InvariantViolation("a crash would leave another state than a stop"))
            }
        }
        world.forgetWishes()
        world.deliver = { _ in }
        world.pass(restart.after)
        world.deliver = { [unowned self] in handle($0) }
        let left = saved
        engine = Engine(settings, saved: left, at: world.now)
        checker.beginAgain(from: saved)
        begin()
        guard fault == nil, let left, let after = engine.snapshot else { return }
        do throws(InvariantViolation) {
            try Restoration(saved: left, at: world.now).check(after)
            if !restart.isKilled, restart.after == .zero, let before {
                try Restoration.check(before, after, left, hasSensor: world.sensor != nil)
            }
        } catch { stop(error) }
    }

    // MARK: The announced change

    private func foresee() {
        guard fault == nil, let oracle = NextChangeOracle(engine, world, settings) else {
            return
        }
        do throws(InvariantViolation) { try oracle.check() } catch { stop(error) }
    }
}

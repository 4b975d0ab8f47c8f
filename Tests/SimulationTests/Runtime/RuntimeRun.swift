import AppearanceDaemon
import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import EventLoop
import LightSensors
import Linux

/// One simulated life of the service's runtime: real engine, runtime and socket, all else faked.
final class RuntimeRun {
    private let world: World
    private let loop: EventLoop
    private let home: TestHome
    private var generator: StepGenerator
    private var settings: EngineSettings
    private var life: Life
    private(set) var steps: [Step] = []
    private(set) var fault: InvariantViolation?

    /// From one start to the next.
    private struct Life {
        var runtime: Runtime
        var timers: WorldTimers
        var source: WorldSource
        var store: MemoryStore
        var recorder: RecordingPublisher
        var socket: SocketPublisher
        /// Each life has its own socket, as the previous one is still being released.
        var socketPath: String
        var readers: [SocketReader]
        var record: [UInt8]
        var checker: InvariantChecker
    }

    init(seed: UInt64, in home: TestHome) throws {
        var dice = SplitMix64(seed: seed)
        let drawn = DrawnSettings(&dice)
        settings = drawn.settings
        let start = Moment(
            boot: BootTime(microsecondsSinceBoot: 1_000_000), wall: dice.instant())
        world = World(at: start, seed: dice.next())
        loop = try EventLoop()
        self.home = home
        generator = StepGenerator(dice, from: drawn)
        life = try Self.begin(settings, saved: nil, world, loop, in: home)
        try follow()
    }

    func live(steps count: Int) throws {
        for number in 0..<count where fault == nil {
            let step = generator.next()
            steps.append(step)
            try happen(step)
            try turn()
            // One subscriber reads at once, one now and then, and one not before the end.
            try life.readers[0].read()
            if number % 9 == 0 { try life.readers[1].read() }
            checkPublishing()
        }
        try end()
    }

    private func happen(_ step: Step) throws {
        switch step {
        case .pass(let span): world.pass(span)
        case .suspend(let span, let word): world.suspend(for: span, word)
        case .setClock(let time):
            world.setWallClock(to: time, noticedLate: steps.count % 2 == 0)
        case .stepClock(let span):
            world.setWallClock(
                to: world.now.wall + span, noticedLate: steps.count % 2 == 0)
        case .lightens(let course): world.room.follow(course, from: world.now.boot)
        case .alarmsAreLate(let span): world.tardiness = span
        case .plug(let key): world.plug(key)
        case .unplug: world.unplug()
        case .sensorTurns(let mood): world.mood = mood
        case .sensorComesAndGoes(let up, let down, let times):
            world.comeAndGo(up: up, down: down, times: times)
        case .toggles(let count, let interval):
            for _ in 0..<count where fault == nil {
                ask(.toggled)
                world.pass(interval)
            }
        case .ask(let event): ask(event)
        case .restart(let restart): try self.restart(restart)
        case .foresee: break
        }
    }

    private func ask(_ event: Event) {
        settings.follow(event)
        // A suspend that was not announced is handled first.
        let before = world.unnoticedSuspend == nil ? life.runtime.snapshot : nil
        guard life.runtime.submit(event) != nil, let before else { return }
        if life.runtime.snapshot != before { stop("a refused request changes the state") }
    }

    private func stop(_ words: String) {
        if fault == nil { fault = InvariantViolation(words) }
        world.isOver = true
    }

    // MARK: Lives

    private static func begin(
        _ settings: EngineSettings, saved: SavedState?, _ world: World, _ loop: EventLoop,
        in home: TestHome
    ) throws -> Life {
        let socketPath = "\(home.runtimeDirectory)/\(world.lives)/socket"
        world.lives += 1
        let log = Log { _ in }
        let header = RecordHeader(
            program: "simulated", settings: settings, saved: saved, start: world.now)
        let timers = WorldTimers(world)
        let runtime = Runtime(header.engine, on: timers, log: log)
        let socket = SocketPublisher(
            try UnixListener(path: socketPath), on: loop, serving: runtime, Inhibitors(runtime),
            ChangeRequests(runtime, HookRuns(), log: log), PresenceReports(runtime), log: log)
        let life = Life(
            runtime: runtime, timers: timers, source: WorldSource(world),
            store: MemoryStore(saved), recorder: RecordingPublisher(), socket: socket,
            socketPath: socketPath,
            readers: [],
            record: header.line, checker: InvariantChecker(settings))
        runtime.publishers = [ReentrantPublisher(runtime), life.recorder, socket]
        runtime.stateStore = life.store
        return life
    }

    /// Sends the world's events to this life, and records the results.
    private func follow() throws {
        let (source, timers, runtime) = (life.source, life.timers, life.runtime)
        world.deliver = { [unowned self] event in
            switch event {
            case .light(let sample): source.tell(.readings([sample]))
            case .lightMissed(let lastValid):
                source.tell(.missed(lastValid: lastValid, .silent))
            case .lightStuck(let isStuck): source.tell(.still(isStuck))
            case .sensorFound(let key, let role):
                source.tell(.found(key: key, name: key, role))
            case .sensorLost: source.tell(.lost(name: "simulated"))
            case .deadline, .wallClockChanged: timers.tell(event)
            case .started, .configured, .configurationRefused, .lightReported, .reportEnded,
                .reportsEnded,
                .lightWanted, .lightRequested,
                .modeChosen,
                .toggled, .switchTurned, .paused, .lightPaused, .resumed, .inhibited, .released,
                .suspending,
                .suspendEnded,
                .suspended, .lidClosed, .sessionUse, .presence, .presenceEnded, .scheduleChanged,
                .stopping:
                ask(event)
            }
        }
        runtime.record = { [unowned self] event, now, effects, rejection in
            life.record += RecordEntry(event, at: now, effects, rejection).line
            do throws(InvariantViolation) {
                try life.checker.check(
                    Entry(event: event, at: now, effects: effects, rejection: rejection))
            } catch { stop(error.description) }
        }
        life.checker.beginAgain(from: life.store.state)
        runtime.start(source)
        try life.socket.start()
        for _ in 0..<3 { life.readers.append(try SocketReader(path: life.socketPath)) }
        try turn()
    }

    private func restart(_ restart: Step.Restart) throws {
        let saved = try end(isKilled: restart.isKilled)
        world.forgetWishes()
        world.deliver = { _ in }
        world.pass(restart.after)
        life = try Self.begin(settings, saved: saved, world, loop, in: home)
        try follow()
    }

    @discardableResult
    private func end(isKilled: Bool = false) throws -> SavedState? {
        try turn()
        checkPublishing()
        for reader in life.readers {
            try drain(reader)
            check(reader)
        }
        if !isKilled { life.runtime.stop() }
        life.socket.stop()
        life.runtime.publishers = []
        checkRecording()
        return life.store.state
    }

    // MARK: Invariants

    /// Lets the loop do all that it can: accept, read, write.
    private func turn() throws { while try loop.runOnce(timeout: 0) {} }

    /// Reads until nothing more arrives, with as many turns of the daemon as needed.
    private func drain(_ reader: SocketReader) throws {
        var count = -1
        // Ends when nothing more comes.
        while count != reader.received.count {
            count = reader.received.count
            try reader.read()
            try turn()
        }
    }

    /// Checks that the last published state is the present one and that none was repeated or out of order.
    private func checkPublishing() {
        // A suspend that was not announced is noticed by the next event.
        guard world.unnoticedSuspend == nil, var last = life.recorder.snapshots.last,
            let now = life.runtime.snapshot
        else { return }
        last.light = now.light
        // The sentence names the present level and its threshold.
        if last.explanation != now.explanation,
            facts(last.explanation) == facts(now.explanation)
        {
            last.explanation = now.explanation
        }
        // No event ends a sentence about a time that no clock shows.
        if world.hasLeftCalendar { last.explanation = now.explanation }
        // A pending change counts down, and comes with the next reading once it is due.
        if let pending = last.pending, pending.appearance == now.pending?.appearance {
            last.pending = now.pending
            last.next = now.next
            last.explanation = now.explanation
        }
        // A source that keeps reporting moves the end of its half hour.
        if last.reported?.source == now.reported?.source { last.reported = now.reported }
        if last != now {
            stop(
                "the last published state is not the current one: \(last.explanation),"
                    + " \(now.explanation)")
        }
        for (before, after) in zip(life.recorder.snapshots, life.recorder.snapshots.dropFirst()) {
            let changed = before.appearance != after.appearance
            if before == after { stop("a publisher receives the same state twice") }
            if after.sequence != before.sequence + (changed ? 1 : 0) { stop("out of sequence") }
        }
    }

    /// Returns the words of a sentence before a level and its threshold, without any number.
    private func facts(_ sentence: String) -> String {
        sentence.facts.prefix { $0 != ":" }.filter { !$0.isNumber && $0 != "." }
    }

    /// A subscriber receives actual states, in order, and the newest at the end.
    private func check(_ reader: SocketReader) {
        let received = reader.received.map(\.sequence)
        if received != received.sorted() { stop("a subscriber receives states out of order") }
        guard let last = reader.received.last, let now = life.runtime.snapshot
        else { return stop("a subscriber receives no state") }
        if last.sequence != now.sequence || last.mode != now.mode || last.sensor != now.sensor {
            stop("the newest state did not reach a subscriber: \(last.explanation)")
        }
    }

    private func checkRecording() {
        do {
            var replay = try Replay(life.record, program: "simulated")
            while fault == nil, let step = try replay.next() {
                if !step.differences.isEmpty {
                    stop("its recording is replayed with another decision: \(step)")
                }
            }
        } catch {
            // A time that no clock shows ends the file.
            let isOfClock = world.hasLeftCalendar && "\(error)".contains("\"wall\"")
            if !isOfClock { stop("its recording cannot be read: \(error)") }
        }
    }
}

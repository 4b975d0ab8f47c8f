import AppearanceEngine
import AppearanceModel
import AppearanceRecord

/// A person in a room who corrects the appearance.
protocol Occupant {
    /// Looks at the screen once a minute; returns the events that the person causes.
    mutating func look(
        _ snapshot: Snapshot, lux: Double, minute: Int, isPresent: Bool
    ) -> (events: [Event], isCorrection: Bool)
}

/// One run of the engine in a room with a person, as the daemon would record it.
struct Run {
    /// The run recording, if one is made.
    private(set) var recording: [UInt8]
    private(set) var corrections = 0
    private(set) var reversals = 0

    private let isRecorded: Bool
    private var changes: [UInt8] = []
    private var levels = LevelRecorder()
    private var engine: Engine
    private var now: Moment
    private var plan = PollPlan.off
    private var bootTimer: BootTime?
    private var wallTimer: WallTime?
    /// The appearance by light or schedule, the one before it, and its start.
    private var last: (appearance: Appearance, before: Appearance?, since: WallTime)?
    private var lastKept: Snapshot?
    private var isInUse = true

    /// The history file that the daemon would have kept.
    var history: [UInt8] {
        changes + History.lines(of: levels.levels) + History.endLine(at: now.wall)
    }

    init(_ room: Room, _ person: some Occupant, _ settings: EngineSettings, recorded: Bool = false)
    {
        var person = person
        isRecorded = recorded
        now = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: room.trace.start)
        let saved = SavedState.beforeReplay(of: room.trace, by: "room")
        recording =
            RecordHeader(program: "benchmark", settings: settings, saved: saved, start: now).line
        engine = Engine(settings, saved: saved, at: now)
        var reader = TraceReader(room.trace, from: now.boot)
        var eye = TraceReader(room.eye ?? room.trace, from: now.boot)
        send(.sensorFound(key: "room"))
        send(.started)
        let length = room.trace.rows.last?.offset ?? .zero
        let start = now.boot
        var nextLook = Microseconds.zero
        while now.boot - start < length {
            let offset = now.boot - start
            if offset >= nextLook {
                nextLook = offset + .minutes(1)
                look(room, &person, lux: eye.lux(at: now.boot)?.value ?? 0, offset)
            }
            if let due = reader.due(plan), due <= now.boot {
                for event in reader.read(at: now.boot, under: plan) {
                    switch event {
                    case .readings(let samples): for sample in samples { send(.light(sample)) }
                    case .missed(let lastValid): send(.lightMissed(lastValid: lastValid))
                    // A recording by the minute repeats values that a sensor would vary.
                    case .stuck: break
                    }
                }
            }
            let next = min(
                start + nextLook, max(reader.due(plan) ?? .max, now.boot + Microseconds(1)))
            pass(until: min(next, start + length))
        }
    }

    private mutating func look(
        _ room: Room, _ person: inout some Occupant, lux: Double, _ offset: Microseconds
    ) {
        let isPresent = room.isPresent(at: offset)
        if room.locks, isPresent != isInUse {
            isInUse = isPresent
            send(.sessionUse(isPresent ? .inUse : .locked))
        }
        guard let snapshot = engine.snapshot else { return }
        let (events, isCorrection) = person.look(
            snapshot, lux: lux, minute: room.minute(at: offset), isPresent: isPresent)
        for event in events { send(event) }
        if isCorrection { corrections += 1 }
    }

    private mutating func pass(until end: BootTime) {
        while let timer = nextTimer, timer <= end {
            move(to: max(timer, now.boot))
            if let time = bootTimer, time <= now.boot { bootTimer = nil }
            if let time = wallTimer, time <= now.wall { wallTimer = nil }
            send(.deadline)
        }
        move(to: end)
    }

    private var nextTimer: BootTime? {
        guard let wallTimer else { return bootTimer }
        let wall = now.boot + (wallTimer - now.wall)
        return bootTimer.map { min($0, wall) } ?? wall
    }

    private mutating func move(to time: BootTime) {
        now.wall = now.wall + (time - now.boot)
        now.boot = time
    }

    private mutating func send(_ event: Event) {
        let (effects, rejection) = engine.handle(event, at: now)
        for effect in effects {
            switch effect {
            case .wakeAtBoot(let time): bootTimer = time
            case .wakeAtWall(let time): wallTimer = time
            case .poll(let next): plan = next
            case .publish(let snapshot): add(snapshot)
            case .publishLight(let light): levels.add(light, at: now.wall)
            case .save: break
            }
        }
        if isRecorded { recording += RecordEntry(event, at: now, effects, rejection).line }
    }

    private mutating func add(_ snapshot: Snapshot) {
        levels.add(snapshot.light, at: now.wall)
        if lastKept.map({ !$0.hasSameChoice(as: snapshot) }) ?? true {
            changes +=
                History.Change(at: now.wall, status: snapshot, isStart: lastKept == nil).line
        }
        lastKept = snapshot
        guard snapshot.reason == .sensor || snapshot.reason == .schedule else {
            last = nil
            return
        }
        guard last?.appearance != snapshot.appearance else { return }
        if let last, last.before == snapshot.appearance,
            snapshot.since - last.since < .minutes(5)
        {
            reversals += 1
        }
        last = (snapshot.appearance, last?.appearance, snapshot.since)
    }
}

extension BootTime {
    fileprivate static let max = BootTime(microsecondsSinceBoot: .max)
}

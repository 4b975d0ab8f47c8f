import AppearanceEngine
import AppearanceModel
import AppearanceRecord

/// A light recording, and the minutes in which a person is present.
struct Room {
    let name: String
    let trace: LightTrace
    /// The changes of presence: the minute since the first midnight, and the presence of a person.
    let presence: [(minute: Int, isPresent: Bool)]

    /// Returns the room with its light multiplied, as behind a window, and a lamp in the evening.
    func behindWindow(_ name: String, factor: Double, lampLux: Double) -> Room {
        var trace = trace
        for index in trace.rows.indices {
            guard let lux = trace.rows[index].lux?.value else { continue }
            let lamp =
                lux * factor < lampLux / 2 && isPresent(at: trace.rows[index].offset) ? lampLux : 0
            trace.rows[index].lux = Lux(lux * factor + lamp)
        }
        return Room(name: name, trace: trace, presence: presence)
    }

    /// Returns the part of a room from a row on, or up to it.
    func half(_ second: Bool) -> Room {
        let length = trace.rows.last?.offset ?? .zero
        let middle = Microseconds(length.count / 2)
        let rows = trace.rows.filter { ($0.offset >= middle) == second }
        guard let first = rows.first else { return self }
        let part = LightTrace(
            start: trace.start + first.offset,
            rows: rows.map { LightTrace.Row(offset: $0.offset - first.offset, lux: $0.lux) })
        let minutes = minute(at: first.offset) - minute(at: .zero) / 1440 * 1440
        let shift = second ? minutes / 1440 * 1440 : 0
        return Room(
            name: name, trace: part,
            presence: presence.map { ($0.minute - shift, $0.isPresent) })
    }

    /// Returns the minute since the midnight before the first row.
    func minute(at offset: Microseconds) -> Int {
        let start = Int(trace.start.secondsSinceEpoch % 86_400)
        return (start + Int(offset.inSeconds)) / 60
    }

    func isPresent(at offset: Microseconds) -> Bool {
        let minute = minute(at: offset)
        return presence.last { $0.minute <= minute }?.isPresent ?? false
    }
}

/// One run of the engine in a room with a person, as the daemon would record it.
struct Run {
    private(set) var recording: [UInt8]
    private(set) var corrections = 0
    private(set) var reversals = 0

    private var engine: Engine
    private var now: Moment
    private var plan = PollPlan.off
    private var bootTimer: BootTime?
    private var wallTimer: WallTime?
    private var last: (appearance: Appearance, since: WallTime)?

    init(_ room: Room, _ person: Person, _ settings: EngineSettings) {
        var person = person
        now = Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: room.trace.start)
        let saved = SavedState.beforeReplay(of: room.trace, by: "room")
        recording =
            RecordHeader(program: "benchmark", settings: settings, saved: saved, start: now).line
        engine = Engine(settings, saved: saved, at: now)
        var reader = TraceReader(room.trace, from: now.boot)
        send(.sensorFound(key: "room"))
        send(.started)
        let length = room.trace.rows.last?.offset ?? .zero
        let start = now.boot
        var nextLook = Microseconds.zero
        while now.boot - start < length {
            let offset = now.boot - start
            if offset >= nextLook {
                nextLook = offset + .minutes(1)
                look(room, &person, lux: reader.lux(at: now.boot)?.value ?? 0, offset)
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
        _ room: Room, _ person: inout Person, lux: Double, _ offset: Microseconds
    ) {
        guard let snapshot = engine.snapshot else { return }
        let (events, isCorrection) = person.look(
            snapshot, lux: lux, minute: room.minute(at: offset),
            isPresent: room.isPresent(at: offset))
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
            case .publish(let snapshot): note(snapshot)
            case .publishLight, .save: break
            }
        }
        recording += RecordEntry(event, at: now, effects, rejection).line
    }

    private mutating func note(_ snapshot: Snapshot) {
        guard snapshot.reason == .sensor || snapshot.reason == .schedule else {
            last = nil
            return
        }
        if let before = last, before.appearance != snapshot.appearance,
            snapshot.since - before.since < .minutes(5)
        {
            reversals += 1
        }
        if last?.appearance != snapshot.appearance {
            last = (snapshot.appearance, snapshot.since)
        }
    }
}

extension BootTime {
    fileprivate static let max = BootTime(microsecondsSinceBoot: .max)
}

/// Reads a recording of light as a sensor is read: what `--simulate` and `simulate` both go by.
package struct TraceReader: Sendable {
    /// What comes of a reading.
    package enum Event: Equatable, Sendable {
        /// Readings for everybody, oldest first.
        case readings([LightSample])
        /// No reading, and when the last one was.
        case missed(lastValid: BootTime?)
        /// The recording has repeated one value, other than zero, for half an hour of readings; or no
        /// longer does.
        case still(Bool)
    }

    /// The longest time for which a row holds.
    private static let longestHold = Microseconds.seconds(180)

    private let trace: LightTrace
    private let start: BootTime
    private var row = 0
    private var lastNewRow: Int?
    private var lastRead: BootTime?
    private var held = HeldReadings()
    private var stillness = StuckDetector(longest: .minutes(30))
    private var latest: LightSample?

    /// A reader of a recording that begins at a time of the boot clock.
    package init(_ trace: LightTrace, from start: BootTime) {
        self.trace = trace
        self.start = start
    }

    /// The time of the next reading under a plan; `nil` for none.
    package func due(_ plan: PollPlan) -> BootTime? {
        guard let interval = plan.interval else { return nil }
        return lastRead.map { $0 + interval } ?? start
    }

    /// Whether the recording is over, its last row no longer held.
    package func isOver(at time: BootTime) -> Bool {
        time - start > (trace.rows.last?.offset ?? .zero) + Self.longestHold
    }

    /// Reads at a time that is not before the last one.
    package mutating func read(at time: BootTime, under plan: PollPlan) -> [Event] {
        let spokenFor = min(time - (lastRead ?? time), plan.interval ?? .zero)
        lastRead = time
        guard let lux = lux(at: time) else { return [.missed(lastValid: latest?.at)] }
        let sample = LightSample(at: time, lux: lux)
        latest = sample
        let wasStill = stillness.isTooLong
        // A row that is held, not read again, is no evidence that nothing moves.
        if lastNewRow != row { stillness.take(lux.value, for: spokenFor) }
        lastNewRow = row
        let isStill = stillness.isTooLong
        let hasMoved = wasStill && !isStill
        let samples = held.take(sample, under: hasMoved ? .every(.zero) : plan)
        let change: [Event] = isStill == wasStill ? [] : [.still(isStill)]
        return samples.isEmpty ? change : change + [.readings(samples)]
    }

    /// The light at a time; `nil` where there is none, or none any more.
    package mutating func lux(at time: BootTime) -> Lux? {
        let offset = time - start
        if row >= trace.rows.count || trace.rows[row].offset > offset { row = 0 }
        while row + 1 < trace.rows.count, trace.rows[row + 1].offset <= offset { row += 1 }
        guard row < trace.rows.count, offset - trace.rows[row].offset <= Self.longestHold
        else { return nil }
        return trace.rows[row].lux
    }
}

extension LightTrace {
    /// Whether its light ever varies: one that does is of a sensor that works.
    package var isMoving: Bool {
        let lights = rows.lazy.compactMap(\.lux)
        return lights.contains { $0 != lights.first }
    }
}

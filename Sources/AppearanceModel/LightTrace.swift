/// A light recording.
package struct LightTrace: Equatable, Sendable {
    /// One row: the light from this moment until the next row.
    package struct Row: Equatable, Sendable {
        /// The time since the first row.
        package var offset: Microseconds
        /// The light; `nil` for a missed reading.
        package var lux: Lux?

        package init(offset: Microseconds, lux: Lux?) {
            self.offset = offset
            self.lux = lux
        }
    }

    /// The time of the first row.
    package var start: WallTime
    /// The rows, at least one, in the order of time.
    package var rows: [Row]

    package init(start: WallTime, rows: [Row]) {
        self.start = start
        self.rows = rows
    }
}

/// Reads a light recording as a sensor is read, for `appearanced --simulate` and
/// `appearancectl simulate`.
package struct TraceReader: Sendable {
    /// The result of a reading.
    package enum Event: Equatable, Sendable {
        /// The readings to report, oldest first.
        case readings([LightSample])
        /// No reading; with the time of the last valid one.
        case missed(lastValid: BootTime?)
        /// Whether the recording has repeated one value other than zero for half an hour of readings.
        case stuck(Bool)
    }

    /// The longest time for which a row holds.
    private static let longestHold = Microseconds.seconds(180)

    private let trace: LightTrace
    private let start: BootTime
    private var row = 0
    private var lastNewRow: Int?
    private var lastRead: BootTime?
    private var held = HeldReadings()
    private var stuckDetector = StuckDetector(longest: .minutes(30))
    private var latest: LightSample?

    /// A reader whose recording begins at a time of the boot clock.
    package init(_ trace: LightTrace, from start: BootTime) {
        self.trace = trace
        self.start = start
    }

    /// Returns the time of the next reading under a plan; `nil` if nothing is to be read.
    package func due(_ plan: PollPlan) -> BootTime? {
        guard let interval = plan.interval else { return nil }
        return lastRead.map { $0 + interval } ?? start
    }

    /// Returns whether the recording has ended and its last row no longer counts.
    package func isOver(at time: BootTime) -> Bool {
        time - start > (trace.rows.last?.offset ?? .zero) + Self.longestHold
    }

    /// Reads at a time that is not before the last reading, and passes each result to a function.
    package mutating func read(
        at time: BootTime, under plan: PollPlan, _ report: (Event) -> Void
    ) {
        let span = min(time - (lastRead ?? time), plan.interval ?? .zero)
        lastRead = time
        guard let lux = lux(at: time) else { return report(.missed(lastValid: latest?.at)) }
        let sample = LightSample(at: time, lux: lux)
        latest = sample
        let wasStuck = stuckDetector.isStuck
        // A row that is held and not read again is no evidence of a stuck sensor.
        if lastNewRow != row { stuckDetector.add(lux.value, for: span) }
        lastNewRow = row
        let isStuck = stuckDetector.isStuck
        let hasMoved = wasStuck && !isStuck
        let samples = held.add(sample, under: hasMoved ? .every(.zero) : plan)
        if isStuck != wasStuck { report(.stuck(isStuck)) }
        if !samples.isEmpty { report(.readings(samples)) }
    }

    /// Reads at a time that is not before the last reading.
    package mutating func read(at time: BootTime, under plan: PollPlan) -> [Event] {
        var events: [Event] = []
        read(at: time, under: plan) { events.append($0) }
        return events
    }

    /// Returns the light at a time; `nil` if the recording has none there.
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
    /// Whether its light ever varies, as that of a working sensor does.
    package var isMoving: Bool {
        let lights = rows.lazy.compactMap(\.lux)
        // Found once: there may be a long gap before it.
        guard let first = lights.first else { return false }
        return lights.contains { $0 != first }
    }
}

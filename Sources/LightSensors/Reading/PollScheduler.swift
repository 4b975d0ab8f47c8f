package import AppearanceModel

/// Decides, reading by reading, what is handed in and when to read next: a value without a thread.
package struct PollScheduler: Sendable {
    /// The limits of the time that a reading may take before it counts as hanging.
    private static let readingLimits = Microseconds.seconds(5)...Microseconds.seconds(60)
    /// Some sensors hang when they are read faster.
    private static let shortestGap = Microseconds.milliseconds(500)
    /// A sensor that fails is asked less and less often, up to this.
    private static let longestBackoff = Microseconds.seconds(60)

    /// What comes of a reading.
    package enum Outcome: Equatable, Sendable {
        /// Nothing that anybody need hear.
        case quiet
        /// Readings for everybody, oldest first.
        case tell([LightSample])
        /// No reading, since when, and why.
        case fault(lastValid: BootTime?, SensorReadError)
    }

    /// The last valid reading.
    package private(set) var latest: LightSample?
    private var lastRead: BootTime?
    private var slowestReading = Microseconds.zero
    /// Whether the sensor has said the same, and not zero, for too long: half an hour of readings,
    /// unless another span was given.
    package var isStill: Bool { !isCoarse && stillness.isTooLong }
    private let shortestGap: Microseconds
    private let isCoarse: Bool
    private var stillness: StuckDetector
    private var held = HeldReadings()
    private var failures: Int64 = 0
    private var isHurried = false

    /// A pace that has seen nothing yet, for a sensor that is as it should be or not.
    package init(_ correction: Correction = .none, stillAfter: Microseconds = .minutes(30)) {
        stillness = StuckDetector(longest: stillAfter)
        shortestGap = max(Self.shortestGap, correction.shortestGap ?? .zero)
        isCoarse = correction.isCoarse
    }

    /// The time after which a reading counts as hanging: twice that of the slowest one so far.
    package var readingLimit: Microseconds {
        min(max(slowestReading * 2, Self.readingLimits.lowerBound), Self.readingLimits.upperBound)
    }

    /// Takes a reading, or what came of the attempt, and the time that it took.
    package mutating func take(
        _ reading: Result<LightReading, SensorReadError>, at time: BootTime,
        after duration: Microseconds = .zero, plan: PollPlan
    ) -> Outcome {
        if case .success = reading { slowestReading = max(slowestReading, duration) }
        // A reading speaks for the time since the last one, but not for a pause or a suspend.
        let spokenFor = min(time - (lastRead ?? time), plan.interval ?? .zero)
        lastRead = time
        isHurried = false
        switch reading {
        case .failure(let fault):
            failures += 1
            return .fault(lastValid: latest?.at, fault)
        case .success(let light):
            failures = 0
            let sample = LightSample(at: time, light: light)
            latest = sample
            let wasStill = isStill
            stillness.take(light.value, for: spokenFor)
            // That it moves at last is news, however little it does.
            let hasMoved = wasStill && !isStill
            let samples = held.take(sample, under: hasMoved ? .every(.zero) : plan)
            return samples.isEmpty ? .quiet : .tell(samples)
        }
    }

    /// Takes note of an attempt that said nothing, not even that something is wrong.
    package mutating func pass(at time: BootTime) {
        lastRead = time
        isHurried = false
    }

    /// Lets the next reading come as soon as the sensor bears it: the plan has changed.
    package mutating func hurry() { isHurried = true }

    /// When to read next; nil for not until the plan changes.
    package func due(_ plan: PollPlan) -> BootTime? {
        guard let wanted = plan.interval else { return nil }
        guard let lastRead else { return BootTime(microsecondsSinceBoot: 0) }
        if isHurried { return lastRead + shortestGap }
        let interval = max(wanted, shortestGap)
        guard failures > 0 else { return lastRead + interval }
        let backoff = Microseconds.seconds(1 << min(failures - 1, 6))
        return lastRead + max(interval, min(backoff, Self.longestBackoff))
    }
}

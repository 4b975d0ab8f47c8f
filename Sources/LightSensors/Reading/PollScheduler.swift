package import AppearanceModel

/// Decides for each reading whether it is reported and when to read next: a value without a thread.
package struct PollScheduler: Sendable {
    /// The limits of the time after which a reading counts as hanging.
    private static let readingLimits = Microseconds.seconds(5)...Microseconds.seconds(60)
    /// The minimum interval; some sensors hang when they are read faster.
    private static let shortestGap = Microseconds.milliseconds(500)
    /// The maximum interval of a sensor that fails, which is read less and less often.
    private static let longestBackoff = Microseconds.seconds(60)

    /// The result of a reading.
    package enum Outcome: Equatable, Sendable {
        /// Nothing to report.
        case quiet
        /// Readings to report, oldest first.
        case report([LightSample])
        /// No reading, the time of the last one, and the reason.
        case fault(lastValid: BootTime?, SensorReadError)
    }

    /// The last valid reading.
    package private(set) var latest: LightSample?
    private var lastRead: BootTime?
    private var slowestReading = Microseconds.zero
    /// Whether the value has been the same, and not zero, for too long: half an hour of readings by
    /// default.
    package var isStill: Bool { !isCoarse && stillness.isStuck }
    private let shortestGap: Microseconds
    private let isCoarse: Bool
    private var stillness: StuckDetector
    private var held = HeldReadings()
    private var failures: Int64 = 0
    private var isHurried = false

    /// A scheduler before the first reading.
    package init(_ correction: Correction = .none, stillAfter: Microseconds = .minutes(30)) {
        stillness = StuckDetector(longest: stillAfter)
        shortestGap = max(Self.shortestGap, correction.shortestGap ?? .zero)
        isCoarse = correction.isCoarse
    }

    /// The time after which a reading counts as hanging: twice that of the slowest one so far.
    package var readingLimit: Microseconds {
        min(max(slowestReading * 2, Self.readingLimits.lowerBound), Self.readingLimits.upperBound)
    }

    /// Judges a reading, or the reason of its failure, and the time that it took.
    package mutating func receive(
        _ reading: Result<LightReading, SensorReadError>, at time: BootTime,
        after duration: Microseconds = .zero, plan: PollPlan
    ) -> Outcome {
        if case .success = reading { slowestReading = max(slowestReading, duration) }
        // A reading counts for the time since the last one, but not for a pause or a suspend.
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
            stillness.add(light.value, for: spokenFor)
            // The first change is reported, however small it is.
            let hasMoved = wasStill && !isStill
            let samples = held.add(sample, under: hasMoved ? .every(.zero) : plan)
            return samples.isEmpty ? .quiet : .report(samples)
        }
    }

    /// Records a reading that gave neither a value nor an error.
    package mutating func pass(at time: BootTime) {
        lastRead = time
        isHurried = false
    }

    /// Allows the next reading as soon as the sensor permits it, because the plan has changed.
    package mutating func hurry() { isHurried = true }

    /// The time of the next reading; `nil` until the plan changes.
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

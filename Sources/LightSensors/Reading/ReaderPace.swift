import AppearanceModel

/// Decides, reading by reading, what is handed in and when to read next: a value without a thread.
struct ReaderPace: Sendable {
    /// Some sensors hang when they are read faster.
    private static let shortestGap = Microseconds.milliseconds(500)
    /// A sensor that fails is asked less and less often, up to this.
    private static let longestBackoff = Microseconds.seconds(60)
    /// So many of the readings that stayed in the band are handed in with the one that left it.
    private static let memory = 16

    enum Outcome: Equatable, Sendable {
        /// Nothing that anybody need hear.
        case quiet
        case tell([LightSample])
        case fault(lastValid: BootTime?, ReadingFault)
    }

    private(set) var lastValid: BootTime?
    private var lastRead: BootTime?
    private var held: [LightSample] = []
    private var failures: Int64 = 0
    private var isHurried = false

    mutating func take(
        _ reading: Result<Lux, ReadingFault>, at time: BootTime, plan: PollPlan
    ) -> Outcome {
        lastRead = time
        isHurried = false
        switch reading {
        case .failure(let fault):
            failures += 1
            return .fault(lastValid: lastValid, fault)
        case .success(let lux):
            failures = 0
            lastValid = time
            return hand(LightSample(at: time, lux: lux), plan: plan)
        }
    }

    /// Lets the next reading come as soon as the sensor bears it: the plan has changed.
    mutating func hurry() { isHurried = true }

    /// When to read next; nil for not until the plan changes.
    func due(_ plan: PollPlan) -> BootTime? {
        guard let interval = plan.interval else { return nil }
        guard let lastRead else { return BootTime(microsecondsSinceBoot: 0) }
        if isHurried { return lastRead + Self.shortestGap }
        guard failures > 0 else { return lastRead + interval }
        let backoff = Microseconds.seconds(1 << min(failures - 1, 6))
        return lastRead + max(interval, min(backoff, Self.longestBackoff))
    }

    private mutating func hand(_ sample: LightSample, plan: PollPlan) -> Outcome {
        if case .steady(_, let band) = plan, band.contains(sample.lux) {
            if held.count == Self.memory { held.removeFirst() }
            held.append(sample)
            return .quiet
        }
        defer { held.removeAll(keepingCapacity: true) }
        return .tell(held + [sample])
    }
}

import AppearanceModel

/// The check of a light sensor's readings after a suspend.
///
/// The first reading is often one from before the suspend. After it, some sensors report 0 or their
/// previous value until they were not read for some seconds. Such a value counts only once it has
/// varied.
struct ResumeGate: Equatable, Sendable {
    /// The time for which a sensor that reports only 0 is not read.
    private static let zeroRest = Microseconds.seconds(6)
    /// The interval of such pauses.
    private static let zeroInterval = Microseconds.minutes(1)
    /// The number of such pauses; by then a sensor of this kind has recovered.
    private static let mostZeroRests = 10

    /// The verdict on a reading.
    enum Verdict: Equatable, Sendable {
        /// The reading is discarded.
        case discard
        /// The reading counts once the value varies.
        case doubt
        /// The reading counts.
        case accept
    }

    private let since: BootTime
    private let suspendedFor: Microseconds
    private var luxBefore: Double?
    private var hasDiscarded = false
    private var hasJudged = false
    private var zeroRests = 0
    private var nextZeroRest: BootTime?

    /// A check after a suspend that was noticed now, with the last reading before it.
    init(since now: BootTime, suspendedFor span: Microseconds, luxBefore: Double?) {
        since = now
        suspendedFor = span
        self.luxBefore = luxBefore
    }

    /// Judges a reading from a time.
    mutating func evaluate(_ lux: Double, at time: BootTime) -> Verdict {
        // The reader had not reported it. A later reading was taken after the suspend, before the
        // suspend was noticed.
        if time <= since - suspendedFor { luxBefore = lux }
        guard time >= since + SensorConditions.restAfterSuspend else { return .discard }
        guard hasDiscarded else {
            hasDiscarded = true
            return .discard
        }
        defer { hasJudged = true }
        return !hasJudged && (lux == 0 || lux == luxBefore) ? .doubt : .accept
    }

    /// Restarts the check for a sensor that appeared after the suspend.
    mutating func restart() {
        hasDiscarded = false
        hasJudged = false
    }

    /// Returns the time of the next pause for a sensor that reports only 0; `nil` if there is none.
    func zeroRestDue(at now: BootTime) -> BootTime? {
        zeroRests < Self.mostZeroRests ? nextZeroRest ?? now : nil
    }

    /// Starts such a pause and returns its end.
    mutating func restFromZero(at now: BootTime) -> BootTime {
        zeroRests += 1
        nextZeroRest = now + Self.zeroInterval
        return now + Self.zeroRest
    }
}

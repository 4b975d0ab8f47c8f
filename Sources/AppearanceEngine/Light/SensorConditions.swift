import AppearanceModel

/// The conditions under which a light sensor is not read or not trusted: the machine is suspended or
/// has just resumed, the lid is closed, the session is not in use.
struct SensorConditions: Equatable, Sendable {
    /// The time after which an announced suspend that was never reported as over counts as cancelled.
    static let longestSuspending = Microseconds.seconds(60)
    /// The time without readings after a suspend; if read sooner, some sensors report only 0.
    static let restAfterSuspend = Microseconds.seconds(5)
    /// The time without readings after the lid was opened, while the light is not that of the room.
    static let restAfterOpening = Microseconds.seconds(2)

    /// The time at which a suspend was announced; `nil` if none is.
    var suspendingSince: BootTime?
    var isLidClosed = false
    /// Whether the session is in the foreground and not locked.
    var isSessionInUse = true
    /// The end of a time without readings; `nil` if the sensor may be read.
    private(set) var restsUntil: BootTime?
    /// The check of the sensor after the last suspend; `nil` once it has passed.
    var resumeGate: ResumeGate?

    /// Whether the sensor may be read.
    var mayRead: Bool { suspendingSince == nil && !isLidClosed && restsUntil == nil }

    /// Stops the readings until a time, or until the present end if that is later.
    mutating func rest(until time: BootTime) { restsUntil = max(restsUntil ?? time, time) }

    /// Allows readings again if the time without them has passed.
    mutating func endRest(at now: BootTime) {
        if let end = restsUntil, end <= now { restsUntil = nil }
    }

    /// Returns whether an announced suspend counts as cancelled.
    func isSuspendOverdue(at now: BootTime) -> Bool {
        suspendingSince.map { $0 + Self.longestSuspending <= now } ?? false
    }

    /// The time of the next change by time alone; `nil` if there is none.
    var due: BootTime? {
        let suspending = suspendingSince.map { $0 + Self.longestSuspending }
        guard let restsUntil else { return suspending }
        return suspending.map { min($0, restsUntil) } ?? restsUntil
    }
}

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
    mutating func judge(_ lux: Double, at time: BootTime) -> Verdict {
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

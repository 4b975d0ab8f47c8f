import AppearanceModel

/// What a light sensor has to show after a suspend before it is believed again.
///
/// The first reading is often one that was kept from before. After it some sensors answer 0, or
/// what they said last, until they have had some seconds of peace: such a value counts only when it
/// has moved.
struct ResumeGate: Equatable, Sendable {
    /// How long a sensor that goes on answering 0 is left in peace.
    private static let zeroRest = Microseconds.seconds(6)
    /// How often it is.
    private static let zeroInterval = Microseconds.minutes(1)
    /// How many times it is; one that has not recovered by then is not that kind of sensor.
    private static let mostZeroRests = 10

    /// What is to be done with a reading.
    enum Verdict: Equatable, Sendable {
        /// It says nothing about now.
        case drop
        /// It counts, but not by itself: it must move first.
        case doubt
        /// It counts like any other.
        case take
    }

    private let since: BootTime
    private let suspendedFor: Microseconds
    private var luxBefore: Double?
    private var hasDropped = false
    private var hasJudged = false
    private var zeroRests = 0
    private var nextZeroRest: BootTime?

    /// A check of what comes after a suspend that was noticed now, given the last reading before it.
    init(since now: BootTime, suspendedFor span: Microseconds, luxBefore: Double?) {
        since = now
        suspendedFor = span
        self.luxBefore = luxBefore
    }

    /// Judges a reading that was taken at a time.
    mutating func judge(_ lux: Double, at time: BootTime) -> Verdict {
        // The reader had kept it to itself. One that is less old came after the suspend, before it
        // was noticed.
        if time <= since - suspendedFor { luxBefore = lux }
        guard time >= since + SensorConditions.restAfterSuspend else { return .drop }
        guard hasDropped else {
            hasDropped = true
            return .drop
        }
        defer { hasJudged = true }
        return !hasJudged && (lux == 0 || lux == luxBefore) ? .doubt : .take
    }

    /// Begins to look anew, at a sensor that came or came back after the suspend.
    mutating func restart() {
        hasDropped = false
        hasJudged = false
    }

    /// When a sensor that answers nothing but 0 is due for some peace; nil for never again.
    func zeroRestDue(at now: BootTime) -> BootTime? {
        zeroRests < Self.mostZeroRests ? nextZeroRest ?? now : nil
    }

    /// Notes that it gets it now; until when.
    mutating func restFromZero(at now: BootTime) -> BootTime {
        zeroRests += 1
        nextZeroRest = now + Self.zeroInterval
        return now + Self.zeroRest
    }
}

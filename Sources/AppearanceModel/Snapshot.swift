/// Everything that is published about one decision: which appearance, and why.
public struct Snapshot: Equatable, Sendable {
    /// The mode that the user chose.
    public var mode: Mode
    /// The appearance in effect.
    public var appearance: Appearance
    /// The appearance before the last change; `nil` before the first.
    public var previous: Appearance?
    /// The input that decided.
    public var reason: Reason
    /// The decision in one sentence: cause, number, threshold, and what ends it.
    public var explanation: String
    /// The time at which this appearance came into effect.
    public var since: WallTime
    /// The end of an override; `nil` if it has none.
    public var until: WallTime?
    /// The next change of the appearance if the light stays as it is: a pending change, a boundary
    /// of the schedule, or the end of reported light, of an override or of a pause; `nil` if none is known, as
    /// before a sensor has been read that decides then.
    public var next: NextChange?
    /// The change that the light asks for and that comes after its dwell time; `nil` if there is
    /// none.
    public var pending: NextChange?
    /// The circumstance for which the pending change waits, which is due; `nil` if it is not, or there is none.
    package var waitsFor: ChangeWait?
    /// The explanation without the name of a program that is in use; `nil` if it names none.
    package var explanationWithoutPrograms: String?
    /// The filtered light; `nil` if unknown.
    public var light: LightReading?
    /// The source of reported light; `nil` if the light is a sensor's, or unknown.
    public var reported: ReportedLight?
    /// The state of the light sensor.
    public var sensor: SensorState
    /// Whether the user has paused automatic changes.
    public var paused: Bool
    /// The end of the pause; `nil` if it has none.
    public var pausedUntil: WallTime?
    /// The end of the time in which light decides nothing; `nil` while it may.
    package var lightPausedUntil: WallTime?
    /// Whether a source that measures light only on request, such as a camera, should measure now.
    package var lightNeeded = false

    /// The programs that inhibit changes, with their reasons.
    public var inhibitors: [Inhibitor]
    /// The error in the configuration file; `nil` if the file is in effect.
    public var configurationError: String?
    /// The configuration file that was last read; `nil` if there is none, and every setting has its default.
    public var configuration: String?
    /// The time at which that file was last read, be it invalid, or found missing; `nil` if unknown.
    public var configurationLoaded: WallTime?
    /// A program that changes the mode again and again, or a hook that tries to, in a sentence; `nil` for none.
    public var warning: String?
    /// The time zone of the schedule and of every time in `explanation`, in the form of `TZ`; `nil`
    /// if the daemon does not report it.
    public var timeZone: String?
    /// Rises by exactly 1 with each change of appearance.
    public var sequence: Int64

    /// A published state.
    public init(
        mode: Mode, appearance: Appearance, previous: Appearance?, reason: Reason,
        explanation: String, since: WallTime, until: WallTime?, next: NextChange?,
        pending: NextChange? = nil, light: LightReading?, reported: ReportedLight? = nil,
        sensor: SensorState, paused: Bool, pausedUntil: WallTime? = nil, inhibitors: [Inhibitor],
        configurationError: String?, timeZone: String? = nil, sequence: Int64
    ) {
        self.mode = mode
        self.appearance = appearance
        self.previous = previous
        self.reason = reason
        self.explanation = explanation
        self.since = since
        self.until = until
        self.next = next
        self.pending = pending
        self.light = light
        self.reported = reported
        self.sensor = sensor
        self.paused = paused
        self.pausedUntil = pausedUntil
        self.inhibitors = inhibitors
        self.configurationError = configurationError
        self.timeZone = timeZone
        self.sequence = sequence
    }
}

extension Snapshot {
    /// The state without the names of the programs in use, which are nobody's business later.
    package var withoutPrograms: Snapshot {
        var copy = self
        copy.waitsFor?.cause.who = ""
        copy.explanation = explanationWithoutPrograms ?? explanation
        copy.explanationWithoutPrograms = nil
        return copy
    }
}

/// A future change of the appearance.
public struct NextChange: Equatable, Sendable {
    /// The time of the change.
    public var at: WallTime
    /// The appearance after it.
    public var appearance: Appearance

    /// A future change.
    public init(at: WallTime, appearance: Appearance) {
        self.at = at
        self.appearance = appearance
    }
}

/// Light that a program or a person reports in place of a sensor.
public struct ReportedLight: Equatable, Sendable {
    /// The name of the program or person.
    public var source: String
    /// The time at which it stops counting, unless it is reported again.
    public var until: WallTime

    /// Reported light.
    public init(source: String, until: WallTime) {
        self.source = source
        self.until = until
    }
}

/// A program that inhibits changes of the appearance.
public struct Inhibitor: Equatable, Sendable {
    /// The name of the program.
    public var who: String
    /// The reason that it gives.
    public var why: String

    /// A program with its reason.
    public init(who: String, why: String) {
        self.who = who
        self.why = why
    }
}

extension Snapshot {
    /// Whether somebody waits for the level that is needed, as to calibrate.
    package var isLightRequested: Bool { lightNeeded && !inhibitors.isEmpty }

    /// The need of a level from a source that measures light only on request.
    package enum LevelNeed: Equatable, Sendable {
        case none
        case usual
        /// A person waits for it, so it is measured at once; it decides nothing now.
        case requested
    }

    /// The least time between two levels that are measured for somebody who waits.
    package static let lightRequestPause = Microseconds.seconds(10)

    /// Returns whether a source should measure now.
    ///
    /// For somebody who waits, none measures beside another source that decides.
    package func levelNeed(of source: String) -> LevelNeed {
        guard isLightRequested else { return lightNeeded ? .usual : .none }
        return reported.map { $0.source == source } ?? true ? .requested : .none
    }
}

/// Everything that is published about one decision: which appearance, and why.
public struct Snapshot: Equatable, Sendable {
    /// What the user chose.
    public var mode: Mode
    /// What is in effect.
    public var appearance: Appearance
    /// What was in effect before the last change; nil before the first.
    public var previous: Appearance?
    /// Which input decided.
    public var reason: Reason
    /// The decision in one sentence: cause, number, threshold, and what ends it.
    public var explanation: String
    /// When this appearance came into effect.
    public var since: WallTime
    /// When a temporary mode ends; nil when it does not.
    public var until: WallTime?
    /// The next change of the appearance if the light stays as it is: a pending change, a boundary
    /// of the schedule, or the end of a choice or a pause; `nil` when none is known.
    public var next: NextChange?
    /// The change that the light asks for and that comes once its dwell time is over; `nil` for
    /// none.
    public var pending: NextChange?
    /// The filtered light; nil when unknown.
    public var light: LightReading?
    /// The source of the light, where it is reported from outside the sensors; `nil` elsewhere.
    public var reported: ReportedLight?
    /// How far the light sensor is believed.
    public var sensor: SensorState
    /// Whether the user has paused automatic changes.
    public var paused: Bool
    /// When the pause ends; `nil` when it does not.
    public var pausedUntil: WallTime?
    /// Who holds the present appearance, and why.
    public var inhibitors: [Inhibitor]
    /// What is wrong with the configuration file that could not be taken.
    public var configurationError: String?
    /// The time zone of the schedule and of every time in `explanation`, as `TZ` spells it; `nil`
    /// from a service that does not tell.
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

/// A change of the appearance that is to come.
public struct NextChange: Hashable, Sendable {
    /// When it comes.
    public var at: WallTime
    /// What it changes to.
    public var appearance: Appearance

    /// A change to come.
    public init(at: WallTime, appearance: Appearance) {
        self.at = at
        self.appearance = appearance
    }
}

/// A light level with its unit.
public struct LightReading: Hashable, Sendable {
    /// The level, in `unit`.
    public var value: Double
    /// What `value` counts.
    public var unit: LightUnit

    /// A level with its unit.
    public init(value: Double, unit: LightUnit) {
        self.value = value
        self.unit = unit
    }
}

/// Light that a program or a person reports, in place of a sensor.
public struct ReportedLight: Hashable, Sendable {
    /// The name of who reports it.
    public var source: String
    /// When it stops counting, unless it is reported again.
    public var until: WallTime

    /// Reported light.
    public init(source: String, until: WallTime) {
        self.source = source
        self.until = until
    }
}

/// Someone who asked to hold the present appearance.
public struct Inhibitor: Hashable, Sendable {
    /// The name of who asked.
    public var who: String
    /// The reason given.
    public var why: String

    /// Someone who holds the appearance.
    public init(who: String, why: String) {
        self.who = who
        self.why = why
    }
}

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
    /// The next schedule boundary at which the appearance would change if the light stays.
    public var next: NextChange?
    /// The filtered light; nil when unknown.
    public var light: LightReading?
    /// How far the light sensor is believed.
    public var sensor: SensorState
    /// Whether the user has paused automatic changes.
    public var paused: Bool
    /// Who holds the present appearance, and why.
    public var inhibitors: [Inhibitor]
    /// What is wrong with the configuration file that could not be taken.
    public var configurationError: String?
    /// Rises by exactly 1 with each change of appearance.
    public var sequence: Int64

    /// A published state.
    public init(
        mode: Mode, appearance: Appearance, previous: Appearance?, reason: Reason,
        explanation: String, since: WallTime, until: WallTime?, next: NextChange?,
        light: LightReading?, sensor: SensorState, paused: Bool, inhibitors: [Inhibitor],
        configurationError: String?, sequence: Int64
    ) {
        self.mode = mode
        self.appearance = appearance
        self.previous = previous
        self.reason = reason
        self.explanation = explanation
        self.since = since
        self.until = until
        self.next = next
        self.light = light
        self.sensor = sensor
        self.paused = paused
        self.inhibitors = inhibitors
        self.configurationError = configurationError
        self.sequence = sequence
    }
}

/// The next schedule boundary that changes the appearance.
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

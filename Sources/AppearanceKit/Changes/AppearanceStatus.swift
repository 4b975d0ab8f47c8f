public import AppearanceModel
internal import AppearanceProtocol

/// The desktop's appearance at one moment, and why it is so.
public struct AppearanceStatus: Equatable, Sendable {
    /// What is in effect.
    public let appearance: Appearance
    /// What was in effect before the last change; nil before the first.
    public let previous: Appearance?
    /// What the user chose.
    public let mode: Mode
    /// Which input decided.
    public let reason: Reason
    /// The decision in one English sentence: cause, number, threshold, and what ends it.
    public let explanation: String
    /// When this appearance came into effect.
    public let since: WallTime
    /// When a temporary mode ends; nil when it does not.
    public let until: WallTime?
    /// The next schedule boundary at which the appearance would change if the light stays.
    public let next: NextChange?
    /// The filtered light; nil when unknown.
    public let light: LightReading?
    /// How far the light sensor is believed.
    public let sensor: SensorState
    /// Whether the user has paused automatic changes.
    public let isPaused: Bool
    /// What is wrong with the configuration file; nil for nothing.
    public let configurationError: String?
    /// Rises by exactly 1 with each change of appearance, so that a gap can be seen.
    public let sequence: Int64

    init(_ snapshot: Snapshot) {
        appearance = snapshot.appearance
        previous = snapshot.previous
        mode = snapshot.mode
        reason = snapshot.reason
        explanation = snapshot.explanation
        since = snapshot.since
        until = snapshot.until
        next = snapshot.next
        light = snapshot.light
        sensor = snapshot.sensor
        isPaused = snapshot.paused
        configurationError = snapshot.configurationError
        sequence = snapshot.sequence
    }
}

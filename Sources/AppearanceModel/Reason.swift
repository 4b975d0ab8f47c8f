/// Which input decided the appearance in effect.
public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// A trusted light sensor, or a fed light level.
    case sensor
    /// The sun and the clock.
    case schedule
    /// The user's own choice.
    case manual
    /// A pause or an inhibitor holds what was in effect.
    case inhibited
    /// The saved appearance, until the sensor has been heard.
    case startup
}

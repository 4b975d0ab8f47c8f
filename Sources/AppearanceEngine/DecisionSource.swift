/// Where the appearance in effect comes from.
enum DecisionSource: Sendable {
    case user
    case light
    case schedule
    /// What was in effect before is kept until the sensor has been heard.
    case waiting
}

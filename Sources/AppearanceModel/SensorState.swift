/// How far the light sensor is believed.
public enum SensorState: String, CaseIterable, Hashable, Sendable {
    /// There is no light sensor.
    case none
    /// Too few samples so far to judge by.
    case warming
    /// The sensor decides.
    case trusted
    /// No valid sample for 10 s; its last level still decides.
    case stale
    /// Stuck, implausible, or silent for 60 s; the schedule decides.
    case distrusted
}

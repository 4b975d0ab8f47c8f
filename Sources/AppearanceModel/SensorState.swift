/// How far the light sensor is believed.
public enum SensorState: String, CaseIterable, Hashable, Sendable {
    /// There is no light sensor.
    case none
    /// Too few samples so far to judge by.
    case warming
    /// The sensor decides.
    case trusted
    /// No valid sample for 10 s, or for two polling intervals and 1 s where that is longer; its last
    /// level still decides.
    case stale
    /// Stuck, implausible, or without a valid sample for six times as long as it takes to be
    /// `stale`; the schedule decides, after silence from its next boundary or after five minutes.
    case distrusted
}

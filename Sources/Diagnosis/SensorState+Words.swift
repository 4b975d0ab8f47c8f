package import AppearanceModel

extension SensorState {
    /// The state as the predicate of a sensor.
    package var words: String {
        switch self {
        case .none: "not in use"
        case .warming: "warming up"
        case .trusted: "trusted"
        case .stale: "stale"
        case .distrusted: "not trusted"
        }
    }
}

internal import AppearanceModel
internal import Console
internal import Diagnosis

// Values of the model as text for people.

extension Reason {
    /// The end of a sentence such as "dark since 21:04, ".
    var phrase: String {
        switch self {
        case .sensor: "by the light"
        case .schedule: "by the schedule"
        case .manual: "as you chose"
        case .inhibited: "unchanged while paused or inhibited"
        case .startup: "as before, until the light sensor was checked"
        }
    }
}

extension SensorState {
    /// The state with its consequence.
    var phrase: String {
        switch self {
        case .none: "none in use"
        case .warming: "\(words): too few readings so far"
        case .trusted: words
        // The time depends on sensor.poll, and `why` names it.
        case .stale: "\(words): its readings have stopped; its last level is still in effect"
        case .distrusted: "\(words): the schedule decides (see: appearancectl sensors)"
        }
    }
}

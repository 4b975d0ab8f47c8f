import AppearanceModel
import LightSensors

/// Records all events of a light source, in order.
final class LightEventLog {
    private(set) var events: [LightEvent] = []

    func record(_ event: LightEvent) { events.append(event) }

    var samples: [LightSample] { batches.flatMap(\.self) }

    var batches: [[LightSample]] {
        events.compactMap { event in
            if case .readings(let samples) = event { samples } else { nil }
        }
    }

    /// Names of the sensors that were found, in order.
    var found: [String] {
        events.compactMap { event in
            if case .found(_, let name, _) = event { name } else { nil }
        }
    }

    /// Keys of the sensors that were found, in order.
    var keys: [String] {
        events.compactMap { event in
            if case .found(let key, _, _) = event { key } else { nil }
        }
    }

    /// Names of the sensors that were lost, in order.
    var lost: [String] {
        events.compactMap { event in
            if case .lost(let name, _) = event { name } else { nil }
        }
    }

    /// The names in sentences of the sensors that were found, and their changes, in order.
    var labels: [String?] {
        events.compactMap { event in
            switch event {
            case .found(_, _, let role), .role(_, let role): .some(role.label)
            case .lost, .readings, .missed, .still, .warning, .notice: nil
            }
        }
    }

    var notices: [String] {
        events.compactMap { event in
            if case .notice(let text) = event { text } else { nil }
        }
    }

    var warnings: [String] {
        events.compactMap { event in
            if case .warning(let text) = event { text } else { nil }
        }
    }

    /// The time of the last valid reading, for each missed one.
    var missed: [BootTime?] {
        events.compactMap { event in
            if case .missed(let lastValid, _) = event { .some(lastValid) } else { nil }
        }
    }
}

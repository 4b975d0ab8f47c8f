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
            if case .found(_, let name) = event { name } else { nil }
        }
    }

    /// Keys of the sensors that were found, in order.
    var keys: [String] {
        events.compactMap { event in
            if case .found(let key, _) = event { key } else { nil }
        }
    }

    /// Names of the sensors that were lost, in order.
    var lost: [String] {
        events.compactMap { event in
            if case .lost(let name) = event { name } else { nil }
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

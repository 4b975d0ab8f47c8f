internal import AppearanceEngine
internal import AppearanceModel
internal import Console
internal import Diagnosis

/// The next change of a status, in words.
struct NextChangeText {
    let status: Snapshot
    /// The inputs of the decision; `nil` if the daemon did not explain it.
    let why: Rationale?
    let now: WallTime

    /// The time and the appearance, or the condition of a change whose time is unknown.
    var text: String {
        guard let next = status.next else { return condition }
        let name = next.appearance.rawValue
        if next == status.pending { return "\(name), in \((next.at - now).inWholeSeconds.words)" }
        let time = "\(name), \(status.textWithDistance(next.at, now: now))"
        return crossings.isEmpty ? time : "\(time), if the light stays as it is"
    }

    /// The light levels that change the appearance: `dark below 40 lux`; empty unless light decides.
    private var crossings: [String] {
        why.map { why in
            why.crossings.map { crossing in
                "\(crossing.appearance.rawValue) \(crossing.side.rawValue)"
                    + " \(why.light.unit.text(crossing.level))"
            }
        } ?? []
    }

    /// Whether changes are paused or inhibited, or may be.
    private var isHeld: Bool {
        status.paused || why?.inputs.contains { $0.name == "pause" && $0.vote != nil } ?? true
    }

    private var condition: String {
        if status.mode != .auto {
            guard let until = status.until else { return "none until you change the mode" }
            let end = "none before \(status.textWithDistance(until, now: now))"
            return isHeld ? end : "\(end), then by the light"
        }
        if status.paused {
            return status.pausedUntil.map { "none before \(status.textWithDistance($0, now: now))" }
                ?? "none until you resume"
        }
        switch status.reason {
        case .inhibited: return "none while a program inhibits changes"
        case .startup: return "unknown until the light sensor has been read"
        case .sensor, .schedule, .manual: break
        }
        if status.sensor == .warming { return "unknown until the light sensor has been read" }
        let levels = crossings.joined(separator: ", ")
        if let reported = status.reported {
            let end = "\(status.text(reported.until, now: now)), when the report ends"
            return levels.isEmpty
                ? "none known before \(end)" : "by the light: \(levels); or after \(end)"
        }
        return levels.isEmpty ? "none known" : "by the light: \(levels)"
    }
}

extension Snapshot {
    /// Returns the state of the sensor, with the reason for which it is not read or not trusted yet.
    func sensorText(_ why: Rationale?) -> String {
        guard sensor == .warming, let input = why?.inputs.first(where: { $0.name == "sensor" })
        else { return sensor.phrase }
        return "\(sensor.words): \(input.why)"
    }
}

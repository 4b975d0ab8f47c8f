import AppearanceModel
import DBus

extension Rationale {
    /// The tree as `a{sv}`, with the names and units of its JSON form; what is null is left out.
    var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "appearance": .string(appearance.rawValue),
            "since": .time(since),
            "mode": .string(mode.rawValue),
            "reason": .string(reason.rawValue),
            "inputs": .array(of: "a{sv}", inputs.map(\.dbusValue)),
            "light": light.dbusValue,
        ]
        members["until"] = until.map { .time($0) }
        members["dwell"] = dwell.map { dwell in
            .properties([
                "target": .string(dwell.target.rawValue),
                "elapsed_seconds": .double(dwell.elapsed.inSeconds),
                "needed_seconds": .double(dwell.needed.inSeconds),
            ])
        }
        members["next"] = next.map { next in
            .properties([
                "at": .time(next.at), "appearance": .string(next.appearance.rawValue),
                "why": .string(next.why),
            ])
        }
        return .properties(members)
    }
}

extension Rationale.Input {
    fileprivate var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "name": .string(name), "weight": .string(weight.rawValue), "why": .string(why),
        ]
        members["vote"] = vote.map { .string($0.rawValue) }
        return .properties(members)
    }
}

extension Rationale.Light {
    fileprivate var dbusValue: DBusValue {
        var members: [String: DBusValue] = [
            "unit": .string(unit.rawValue),
            "thresholds": .properties([
                "dark_below": .double(thresholds.darkBelow),
                "light_above": .double(thresholds.lightAbove),
                "night_below": .double(thresholds.nightBelow),
                "night_above": .double(thresholds.nightAbove),
            ]),
        ]
        members["filtered"] = filtered.map { .double($0) }
        members["raw"] = raw.map { .double($0) }
        return .properties(members)
    }
}

internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol

// Scripts differ in the form of a time that they want, so each has both.

extension JSON {
    /// The members that are microseconds since the epoch; beside each, `_iso` has the same time as ISO 8601.
    private static let microsecondNames: Set = [
        "at", "since", "until", "next_change", "pending_change", "at_most", "reported_until",
        "paused_until", "light_paused_until", "until_next",
        "configuration_loaded", "started_at",
    ]

    /// The members that are ISO 8601 in UTC; beside each, `_us` has the same time in microseconds.
    private static let textNames: Set = ["at", "sunrise", "sunset"]

    /// The value with both forms of each time.
    var withBothTimes: JSON { withBothTimes(in: LocalTime.readersZone) }

    private func withBothTimes(in zone: TimeZoneRules) -> JSON {
        switch self {
        case .null, .bool, .integer, .real, .string: return self
        case .array(let elements): return .array(elements.map { $0.withBothTimes(in: zone) })
        case .object(let members):
            // The times of a status are in the zone of the daemon.
            let zone = ServiceZone(self["time_zone"]?.string)?.rules ?? zone
            return .object(
                members.flatMap { member in
                    let name = member.name
                    let same = Member(name: name, value: member.value.withBothTimes(in: zone))
                    return [same] + Self.otherForm(of: member, in: zone)
                })
        }
    }

    /// Returns the other form of a time; none for any other member.
    private static func otherForm(of member: Member, in zone: TimeZoneRules) -> [Member] {
        let name = member.name
        switch member.value {
        case .integer(let microseconds) where microsecondNames.contains(name):
            let time = WallTime(microsecondsSinceEpoch: microseconds)
            return [Member(name: name + "_iso", value: .string(time.iso8601(in: zone)))]
        case .string(let text) where textNames.contains(name):
            guard let time = WallTime(iso8601: text, zone: .utc) else { return [] }
            return [Member(name: name + "_us", value: .integer(time.microsecondsSinceEpoch))]
        case .null where microsecondNames.contains(name):
            return [Member(name: name + "_iso", value: .null)]
        case .null where textNames.contains(name):
            return [Member(name: name + "_us", value: .null)]
        case .null, .bool, .integer, .real, .string, .array, .object: return []
        }
    }
}

internal import AppearanceEngine
internal import AppearanceModel

/// The time zone that the daemon goes by: the zone of the times that it tells, and of
/// `--until 07:30`.
struct ServiceZone {
    let rules: TimeZoneRules

    /// The zone that a status names; `nil` from a daemon that names none.
    init?(_ name: String?) {
        guard let name else { return nil }
        rules = LocalZone(named: "", environment: name, files: .machine).rules
    }

    /// ` (times of Europe/Berlin)` where the reader's clock shows another time; empty elsewhere.
    func note(now: WallTime) -> String {
        let name = rules.name
        return LocalTime(now, in: self).text(now: now).hasSuffix(" \(name)")
            ? " (times of \(name))" : ""
    }
}

extension Snapshot {
    /// The sentence, with the zone of its times where that is not the reader's.
    func explanation(now: WallTime) -> String {
        explanation + (ServiceZone(timeZone)?.note(now: now) ?? "")
    }

    /// An instant of the status as `appearancectl` prints it.
    func text(_ time: WallTime, now: WallTime) -> String {
        LocalTime(time, in: ServiceZone(timeZone)).text(now: now)
    }
}

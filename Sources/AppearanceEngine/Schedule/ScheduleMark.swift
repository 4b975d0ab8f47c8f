import AppearanceModel

/// One time of the schedule on one day.
struct ScheduleMark {
    var at: WallTime
    let cause: Boundary.Cause
}

extension ScheduleRule {
    /// The mark of a time by the clock on a local date; nil where the rule makes none.
    func mark(on date: CivilDate, in zone: TimeZoneRules) -> ScheduleMark? {
        guard case .clock(let time) = reckoning, weekdays.contains(date.weekday) else { return nil }
        return zone.occurrence(of: time, on: date).map { ScheduleMark(at: $0, cause: cause) }
    }

    /// The mark of a time by the sun on a solar day; nil where the rule makes none.
    func mark(on day: SolarDay, in zone: TimeZoneRules) -> ScheduleMark? {
        guard case .sun(let event, let offset) = reckoning else { return nil }
        let turn = day.turn(event)
        guard weekdays.contains(zone.local(turn.at).weekday) else { return nil }
        var cause = cause
        switch turn {
        case .comes: break
        case .staysUp: cause.circumstance = .sunStaysUp
        case .staysDown: cause.circumstance = .sunStaysDown
        }
        return ScheduleMark(at: (turn.at + offset).roundedToMinute, cause: cause)
    }
}

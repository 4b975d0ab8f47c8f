import AppearanceEngine
import AppearanceModel

/// The four times of a day as in the configuration; an empty text means no night.
func times(
    light: String = "sunrise", dark: String = "sunset", night: String = "",
    nightEnd: String = "06:30"
) -> DaySchedule {
    func expression(_ text: String) -> TimeExpression {
        guard let expression = TimeExpression(text)
        else { preconditionFailure("\(text) is no time") }
        return expression
    }
    var day = DaySchedule()
    day.light = expression(light)
    day.dark = expression(dark)
    day.night = night.isEmpty ? nil : expression(night)
    day.nightEnd = expression(nightEnd)
    return day
}

func schedule(
    _ everyDay: DaySchedule, _ weekdays: [Weekday: DaySchedule] = [:],
    at place: Coordinates?, in zone: String = "UTC0"
) -> Schedule {
    var week = WeeklySchedule()
    week.everyDay = everyDay
    week.weekdays = weekdays
    return Schedule(week, place: place, zone: Zone.rules(zone))
}

extension Schedule {
    /// Returns the boundaries from one local date to before another, one per line, in local time.
    func story(_ from: String, _ to: String) -> [String] {
        guard let from = CivilDate(from), let to = CivilDate(to)
        else { preconditionFailure("no dates") }
        let start = zone.start(of: from) - Microseconds(1)
        return boundaries(after: start, through: zone.start(of: to) - Microseconds(1)).map {
            let local = zone.local($0.at)
            return
                "\(local.date.description.suffix(5)) \(local.hoursAndMinutes) \($0.to): \($0.cause)"
        }
    }
}

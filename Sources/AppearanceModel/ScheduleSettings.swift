/// The schedule of every weekday: `[schedule]` with its `[schedule.saturday]` and so on.
package struct WeeklySchedule: Equatable, Sendable {
    /// What holds on every day that says nothing of its own.
    package var everyDay = DaySchedule()
    /// The days that differ, whole.
    package var weekdays: [Weekday: DaySchedule] = [:]

    package init() {}

    /// What holds on a day.
    package subscript(day: Weekday) -> DaySchedule { weekdays[day] ?? everyDay }
}

/// The four boundaries of one day.
package struct DaySchedule: Hashable, Sendable {
    package var light = TimeExpression.solar(.sunrise, offset: .zero)
    package var dark = TimeExpression.solar(.sunset, offset: .zero)
    /// Nil for never.
    package var night: TimeExpression? = ClockTime(hour: 22, minute: 30).map(TimeExpression.clock)
    package var nightEnd =
        ClockTime(hour: 6, minute: 30).map(TimeExpression.clock)
        ?? .solar(.sunrise, offset: .zero)

    package init() {}
}

/// A time of day by the clock or by the sun.
package enum TimeExpression: Hashable, Sendable {
    case clock(ClockTime)
    /// The sun's event and a span after it (negative: before).
    case solar(SolarEvent, offset: Microseconds)
}

/// What the sun does in a day; the raw value is its name in configuration and output.
package enum SolarEvent: String, CaseIterable, Sendable {
    case astronomicalDawn = "astronomical_dawn"
    case nauticalDawn = "nautical_dawn"
    case civilDawn = "civil_dawn"
    case sunrise
    case solarNoon = "solar_noon"
    case sunset
    case civilDusk = "civil_dusk"
    case nauticalDusk = "nautical_dusk"
    case astronomicalDusk = "astronomical_dusk"
}

/// The days of the week; the raw value is the name in configuration.
package enum Weekday: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension TimeExpression {
    /// Reads `21:30`, `sunset`, `sunset-30m` or `civil_dusk+1h10m`.
    package init?(_ text: String) {
        if let time = ClockTime(text) {
            self = .clock(time)
            return
        }
        let bytes = text.utf8
        let nameEnd = bytes.firstIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard let event = SolarEvent(rawValue: String(text[..<(nameEnd ?? text.endIndex)]))
        else { return nil }
        guard let nameEnd else {
            self = .solar(event, offset: .zero)
            return
        }
        guard let span = Microseconds(text: text[text.utf8.index(after: nameEnd)...]),
            span <= .hours(12)
        else { return nil }
        self = .solar(event, offset: text.utf8[nameEnd] == UInt8(ascii: "-") ? -span : span)
    }
}

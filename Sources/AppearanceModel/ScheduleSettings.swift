/// The schedule of every weekday: `[schedule]` with `[schedule.saturday]` and so on.
package struct WeeklySchedule: Equatable, Sendable {
    /// The schedule of every day without its own.
    package var everyDay = DaySchedule()
    /// The days with their own schedule, each complete.
    package var weekdays: [Weekday: DaySchedule] = [:]

    package init() {}

    /// The schedule of a day.
    package subscript(day: Weekday) -> DaySchedule { weekdays[day] ?? everyDay }
}

/// The four boundaries of one day.
package struct DaySchedule: Equatable, Sendable {
    package var light = TimeExpression.solar(.sunrise, offset: .zero)
    package var dark = TimeExpression.solar(.sunset, offset: .zero)
    /// The start of the night window; `nil` for no night.
    package var night: TimeExpression? = ClockTime(hour: 22, minute: 30).map(TimeExpression.clock)
    package var nightEnd =
        ClockTime(hour: 6, minute: 30).map(TimeExpression.clock)
        ?? .solar(.sunrise, offset: .zero)

    package init() {}
}

/// An event of the sun in a day, in the order from one solar midnight to the next; the raw value is its
/// name in configuration and output.
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

/// A day of the week; the raw value is its name in the configuration.
package enum Weekday: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The name in a sentence: `Monday`.
    package var name: String { rawValue.capitalizedFirst }
}

/// A local time of day.
public struct ClockTime: Hashable, Sendable {
    /// Minutes after local midnight, 0 to 1439.
    public let minuteOfDay: Int

    /// A time of day; `nil` unless the hour is 0 to 23 and the minute 0 to 59.
    public init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        self.minuteOfDay = hour * 60 + minute
    }

    /// A number of minutes after midnight, or before it if negative, on any day.
    package init(wrapping minute: Int) {
        self.minuteOfDay = (minute % 1440 + 1440) % 1440
    }

    /// Parses `HH:MM`, or `H:MM` as in a configuration.
    package init?(configured text: some StringProtocol) {
        self.init(text.utf8.count == 4 ? "0\(text)" : String(text))
    }

    /// Parses `HH:MM`, both parts of two digits.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        func digits(_ high: UInt8, _ low: UInt8) -> Int? {
            guard (48...57).contains(high), (48...57).contains(low) else { return nil }
            return Int(high - 48) * 10 + Int(low - 48)
        }
        guard let hour = digits(bytes[0], bytes[1]), let minute = digits(bytes[3], bytes[4]),
            let time = ClockTime(hour: hour, minute: minute)
        else { return nil }
        self = time
    }
}

extension ClockTime: CustomStringConvertible {
    /// The time as `HH:MM`.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minuteOfDay / 60)):\(two(minuteOfDay % 60))"
    }
}

import AppearanceModel

/// One time of the schedule with the weekdays on which it applies.
struct ScheduleRule: Equatable, Sendable {
    /// The time base: the clock or the sun.
    enum Base: Equatable, Sendable {
        case clock(ClockTime)
        case sun(SolarEvent, offset: Microseconds)
    }

    let base: Base
    /// The cause of a boundary on an ordinary day.
    let cause: Boundary.Cause
    private(set) var weekdays: Set<Weekday>
    /// Whether a time by the clock is after the midnight that ends its day.
    private let isAfterMidnight: Bool

    /// Returns the rules of a week, in the order of a day.
    ///
    /// Without a place, times by the sun become times by the clock.
    static func rules(of settings: WeeklySchedule, placeIsKnown: Bool) -> [ScheduleRule] {
        var rules: [ScheduleRule] = []
        for setting in Boundary.Setting.allCases {
            for weekday in Weekday.allCases {
                guard let expression = settings[weekday].time(of: setting) else { continue }
                let rule = ScheduleRule(
                    setting, expression, on: weekday, placeIsKnown: placeIsKnown,
                    isAfterMidnight: setting == .night && settings[weekday].nightIsAfterMidnight)
                if let same = rules.firstIndex(where: {
                    $0.cause == rule.cause && $0.isAfterMidnight == rule.isAfterMidnight
                }) {
                    rules[same].weekdays.insert(weekday)
                } else {
                    rules.append(rule)
                }
            }
        }
        // The sort is stable: rules of one order stay in the order of their settings.
        return rules.sorted { $0.order < $1.order }
    }

    private init(
        _ setting: Boundary.Setting, _ expression: TimeExpression, on weekday: Weekday,
        placeIsKnown: Bool, isAfterMidnight: Bool
    ) {
        self.isAfterMidnight = isAfterMidnight
        var circumstance = Boundary.Circumstance.ordinary
        switch expression {
        case .clock(let time):
            base = .clock(time)
        case .solar(let event, let offset) where placeIsKnown:
            base = .sun(event, offset: offset.clampedToHalfDay)
        case .solar(let event, let offset):
            let time = event.usualTime(offset: offset.clampedToHalfDay)
            base = .clock(time)
            circumstance = .placeUnknown(time)
        }
        cause = Boundary.Cause(
            setting: setting, expression: expression, circumstance: circumstance)
        weekdays = [weekday]
    }

    /// Whether the time is by the sun.
    var isBySun: Bool {
        switch base {
        case .clock: false
        case .sun: true
        }
    }

    /// The position among the rules of the same base.
    private var order: Int {
        switch base {
        case .clock(let time): time.minuteOfDay
        case .sun(let event, _): event.order
        }
    }
}

extension DaySchedule {
    fileprivate func time(of setting: Boundary.Setting) -> TimeExpression? {
        switch setting {
        case .light: light
        case .dark: dark
        case .night: night
        case .nightEnd: nightEnd
        }
    }

    /// Whether the night window begins after the midnight that ends its day.
    fileprivate var nightIsAfterMidnight: Bool {
        guard case .clock(let night)? = night else { return false }
        return night.minuteOfDay < light.usualTime.minuteOfDay
    }
}

extension TimeExpression {
    /// The time, or for an event of the sun its usual time.
    fileprivate var usualTime: ClockTime {
        switch self {
        case .clock(let time): time
        case .solar(let event, let offset): event.usualTime(offset: offset.clampedToHalfDay)
        }
    }
}

extension Microseconds {
    /// The span, clamped to 12 hours before or after an event.
    fileprivate var clampedToHalfDay: Microseconds { min(max(self, .hours(-12)), .hours(12)) }
}

/// One time of the schedule on one day.
struct ScheduleMark {
    var at: WallTime
    let cause: Boundary.Cause
}

extension ScheduleRule {
    /// Returns the mark of a time by the clock on a local date; `nil` if the rule makes none.
    func mark(on date: CivilDate, in zone: TimeZoneRules) -> ScheduleMark? {
        let day = isAfterMidnight ? date.advanced(by: -1) : date
        guard case .clock(let time) = base, weekdays.contains(day.weekday) else { return nil }
        return zone.occurrence(of: time, on: date).map { ScheduleMark(at: $0, cause: cause) }
    }

    /// Returns the mark of a time by the sun on a solar day; `nil` if the rule makes none.
    func mark(on day: SolarDay, in zone: TimeZoneRules) -> ScheduleMark? {
        guard case .sun(let event, let offset) = base else { return nil }
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

extension Schedule {
    /// Returns every mark from one instant through another, and some beyond them, in order of time.
    ///
    /// Marks at one instant keep the order of a day.
    func marks(from start: WallTime, through end: WallTime) -> [ScheduleMark] {
        (sunMarks(from: start, through: end) + clockMarks(from: start, through: end))
            .enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }

    private func clockMarks(from start: WallTime, through end: WallTime) -> [ScheduleMark] {
        let first = zone.local(start).date.advanced(by: -1)
        let last = zone.local(end).date.advanced(by: 1)
        return (first.daysSinceEpoch...last.daysSinceEpoch).flatMap { number in
            let date = CivilDate(daysSinceEpoch: number)
            return rules.compactMap { $0.mark(on: date, in: zone) }
        }
    }

    private func sunMarks(from start: WallTime, through end: WallTime) -> [ScheduleMark] {
        guard let sun, isBySun else { return [] }
        // An offset of half a day reaches into the next solar day, never beyond it.
        let days = sun.days(sun.dayNumber(at: start) - 1...sun.dayNumber(at: end) + 1)
        return reordered(days.flatMap { day in rules.compactMap { $0.mark(on: day, in: zone) } })
    }

    /// Returns the marks with each one that offsets have moved after its successor moved back to it.
    private func reordered(_ marks: [ScheduleMark]) -> [ScheduleMark] {
        var marks = marks
        var (daylight, night) = (WallTime.calendarEnd, WallTime.calendarEnd)
        for index in marks.indices.reversed() {
            switch marks[index].cause.setting {
            case .light, .dark:
                daylight = min(daylight, marks[index].at)
                marks[index].at = daylight
            case .night, .nightEnd:
                night = min(night, marks[index].at)
                marks[index].at = night
            }
        }
        return marks
    }
}

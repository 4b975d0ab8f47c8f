import AppearanceModel

/// One time of the schedule with the weekdays on which it applies.
struct ScheduleRule: Equatable, Sendable {
    /// The time base: the clock or the sun.
    enum Base: Equatable, Sendable {
        case clock(ClockTime)
        case sun(SolarEvent, offset: Microseconds, within: MinuteLimits)
    }

    let base: Base
    /// The cause of a boundary on an ordinary day.
    let cause: Boundary.Cause
    private(set) var weekdays: Set<Weekday>
    /// The number of days from its day to that of a time by the clock: 1 for a night after midnight.
    private let daysLater: Int

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
                    $0.cause == rule.cause && $0.daysLater == rule.daysLater
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
        var cause = Boundary.Cause(
            setting: setting, expression: expression, circumstance: .ordinary)
        switch expression {
        case .clock(let time):
            base = .clock(time)
            daysLater = isAfterMidnight ? 1 : 0
        case .solar(let event, let offset, _) where placeIsKnown:
            base = .sun(
                event, offset: offset.clampedToHalfDay, within: expression.limitMinutes)
            daysLater = 0
        case .solar:
            let minute = expression.limitMinutes.clamp(expression.usualMinute)
            let time = ClockTime(wrapping: minute)
            base = .clock(time)
            daysLater = (minute - time.minuteOfDay) / 1440
            cause.circumstance = .placeUnknown(time)
            if minute > expression.usualMinute { cause.limit = .earliest(time) }
            if minute < expression.usualMinute { cause.limit = .latest(time) }
        }
        self.cause = cause
        weekdays = [weekday]
    }

    /// Whether the time is by the sun.
    var isBySun: Bool {
        switch base {
        case .clock: false
        case .sun: true
        }
    }

    /// Whether it is by the sun, within limits.
    var hasLimits: Bool {
        switch base {
        case .clock: false
        case .sun(_, _, let limits): limits.isLimited
        }
    }

    /// The position among the rules of the same base.
    private var order: Int {
        switch base {
        case .clock(let time): time.minuteOfDay
        case .sun(let event, _, _): event.order
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
        let usualLight = light.limitMinutes.clamp(light.usualMinute)
        return night.minuteOfDay < ClockTime(wrapping: usualLight).minuteOfDay
    }
}

/// One time of the schedule on one day.
struct ScheduleMark {
    var at: WallTime
    var cause: Boundary.Cause
}

extension ScheduleRule {
    /// Returns the mark of a time by the clock on a local date; `nil` if the rule makes none.
    func mark(on date: CivilDate, in zone: TimeZoneRules) -> ScheduleMark? {
        guard case .clock(let time) = base,
            weekdays.contains(date.advanced(by: -daysLater).weekday)
        else { return nil }
        return zone.occurrence(of: time, on: date).map { ScheduleMark(at: $0, cause: cause) }
    }

    /// Returns the mark of a time by the sun on a solar day with its local date; `nil` if the rule makes none.
    func mark(
        on day: SolarDay, _ date: CivilDate, in zone: TimeZoneRules
    ) -> ScheduleMark? {
        guard case .sun(let event, let offset, let limits) = base,
            weekdays.contains(date.weekday)
        else { return nil }
        let turn = day.turn(event)
        var mark = ScheduleMark(at: (turn.at + offset).roundedToMinute, cause: cause)
        switch turn {
        case .comes: break
        case .staysUp: mark.cause.circumstance = .sunStaysUp
        case .staysDown: mark.cause.circumstance = .sunStaysDown
        }
        if limits.isLimited { mark.clamp(to: limits, on: date, in: zone) }
        return mark
    }
}

extension ScheduleMark {
    /// Moves the mark to the limit that it is beyond.
    fileprivate mutating func clamp(
        to limits: MinuteLimits, on date: CivilDate, in zone: TimeZoneRules
    ) {
        func instant(_ minute: Int) -> (WallTime, ClockTime)? {
            let time = ClockTime(wrapping: minute)
            let days = (minute - time.minuteOfDay) / 1440
            return zone.occurrence(of: time, on: date.advanced(by: days)).map { ($0, time) }
        }
        if let (latest, time) = limits.latest.flatMap(instant), latest < at {
            at = latest
            cause.limit = .latest(time)
        }
        if let (earliest, time) = limits.earliest.flatMap(instant), earliest > at {
            at = earliest
            cause.limit = .earliest(time)
        }
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
        let days = sun.days(
            sun.dayNumber(at: start) - nearSolarDays...sun.dayNumber(at: end) + nearSolarDays)
        return reordered(
            days.flatMap { day in
                let date = zone.local(day.meanNoon).date
                return rules.compactMap { $0.mark(on: day, date, in: zone) }
            })
    }

    /// Returns the marks with each one that is after its successor, by offsets or limits, moved back to it.
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

import AppearanceModel

/// One time of the schedule, with all the weekdays that have it.
struct ScheduleRule: Equatable, Sendable {
    /// What the time is reckoned by.
    enum Reckoning: Equatable, Sendable {
        case clock(ClockTime)
        case sun(SolarEvent, offset: Microseconds)
    }

    let reckoning: Reckoning
    /// The cause of a boundary on an ordinary day.
    let cause: Boundary.Cause
    private(set) var weekdays: Set<Weekday>

    /// The rules of a week, in the order in which a day meets them.
    ///
    /// Without a place, times by the sun become times by the clock.
    static func rules(of settings: WeeklySchedule, placeIsKnown: Bool) -> [ScheduleRule] {
        var rules: [ScheduleRule] = []
        for setting in Boundary.Setting.allCases {
            for weekday in Weekday.allCases {
                guard let expression = settings[weekday].time(of: setting) else { continue }
                let rule = ScheduleRule(
                    setting, expression, on: weekday, placeIsKnown: placeIsKnown)
                if let same = rules.firstIndex(where: { $0.cause == rule.cause }) {
                    rules[same].weekdays.insert(weekday)
                } else {
                    rules.append(rule)
                }
            }
        }
        return rules.enumerated()
            .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element)
    }

    private init(
        _ setting: Boundary.Setting, _ expression: TimeExpression, on weekday: Weekday,
        placeIsKnown: Bool
    ) {
        var circumstance = Boundary.Circumstance.ordinary
        switch expression {
        case .clock(let time):
            reckoning = .clock(time)
        case .solar(let event, let offset) where placeIsKnown:
            reckoning = .sun(event, offset: offset.heldToHalfDay)
        case .solar(let event, let offset):
            let time = event.usualTime(offset: offset.heldToHalfDay)
            reckoning = .clock(time)
            circumstance = .placeUnknown(time)
        }
        cause = Boundary.Cause(
            setting: setting, expression: expression, circumstance: circumstance)
        weekdays = [weekday]
    }

    /// Whether the sun is needed.
    var isBySun: Bool {
        switch reckoning {
        case .clock: false
        case .sun: true
        }
    }

    /// The place among the rules of its kind.
    private var order: Int {
        switch reckoning {
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
}

extension Microseconds {
    /// No span about an event is longer than 12 hours.
    fileprivate var heldToHalfDay: Microseconds { min(max(self, .hours(-12)), .hours(12)) }
}

import AppearanceModel

/// A constraint on the values of two keys.
struct KeyConstraint: Sendable {
    typealias Path<Value> = any KeyPath<Configuration, Value> & Sendable

    private enum Relation { case below, apart, notAbove, together, needs }

    /// The least distance between the two limits of a band, as a part of the lower one.
    private static let leastRatio = 0.05
    /// The least distance between the two limits of a band, in their unit.
    private static let leastDistance = 0.01

    let first: ConfigurationKey.Target
    let second: ConfigurationKey.Target
    private let relation: Relation
    let holds: @Sendable (Configuration) -> Bool

    private init<First, Second>(
        _ first: Path<First>, _ relation: Relation, _ second: Path<Second>,
        _ holds: @escaping @Sendable (First, Second) -> Bool
    ) {
        self.first = first
        self.second = second
        self.relation = relation
        self.holds = { holds($0[keyPath: first], $0[keyPath: second]) }
    }

    /// Requires the first value to be less than the second.
    init<Value: Comparable & SendableMetatype>(_ first: Path<Value>, below second: Path<Value>) {
        self.init(first, .below, second) { $0 < $1 }
    }

    /// Requires two ordered limits to be well apart.
    init(_ first: Path<Double>, wellBelow second: Path<Double>) {
        self.init(first, .apart, second) { lower, upper in
            let distance = max(lower * Self.leastRatio, Self.leastDistance)
            // Another constraint checks the order. The factor allows for rounding.
            return lower >= upper || upper - lower >= distance * 0.999_999
        }
    }

    /// Requires the first value to be less than the second, or equal.
    init<Value: Comparable & SendableMetatype>(
        _ first: Path<Value>, notAbove second: Path<Value>
    ) {
        self.init(first, .notAbove, second) { $0 <= $1 }
    }

    /// Requires both values, or neither.
    init<Value>(_ first: Path<Value?>, onlyWith second: Path<Value?>) {
        self.init(first, .together, second) { ($0 == nil) == ($1 == nil) }
    }

    /// Requires the second text if the first is given.
    init(_ first: Path<String>, needs second: Path<String>) {
        self.init(first, .needs, second) { $0.isEmpty || !$1.isEmpty }
    }

    private static let leastGap = "at least \(Int(leastRatio * 100)) % and \(leastDistance)"

    /// The requirement on the first key, as in a diagnostic.
    func demandOnFirst(with second: String) -> String {
        switch relation {
        case .below: "must be below \(second); change one of the two"
        case .apart: "must be \(Self.leastGap) below \(second); change one of the two"
        case .notAbove: "must not be above \(second); change one of the two"
        case .together: "needs \(second) beside it; give both or neither"
        case .needs: "needs \(second) beside it; set that too, or leave this empty"
        }
    }

    /// The requirement on the second key, as in a diagnostic.
    func demandOnSecond(with first: String) -> String {
        switch relation {
        case .below: "must be above \(first); change one of the two"
        case .apart: "must be \(Self.leastGap) above \(first); change one of the two"
        case .notAbove: "must not be below \(first); change one of the two"
        case .together: "needs \(first) beside it; give both or neither"
        case .needs: "must not be empty beside \(first); set both, or leave that empty"
        }
    }
}

extension ConfigurationSchema {
    /// The constraints between two keys.
    static let constraints: [KeyConstraint] = generalConstraints + themeConstraints

    private static let generalConstraints: [KeyConstraint] = [
        KeyConstraint(\.ambient.thresholds.nightBelow, below: \.ambient.thresholds.nightAbove),
        KeyConstraint(\.ambient.thresholds.nightBelow, wellBelow: \.ambient.thresholds.nightAbove),
        KeyConstraint(\.ambient.thresholds.nightAbove, notAbove: \.ambient.thresholds.darkBelow),
        KeyConstraint(\.ambient.thresholds.darkBelow, below: \.ambient.thresholds.lightAbove),
        KeyConstraint(\.ambient.thresholds.darkBelow, wellBelow: \.ambient.thresholds.lightAbove),
        KeyConstraint(\.ambient.percent.nightBelow, below: \.ambient.percent.nightAbove),
        KeyConstraint(\.ambient.percent.nightBelow, wellBelow: \.ambient.percent.nightAbove),
        KeyConstraint(\.ambient.percent.nightAbove, notAbove: \.ambient.percent.darkBelow),
        KeyConstraint(\.ambient.percent.darkBelow, below: \.ambient.percent.lightAbove),
        KeyConstraint(\.ambient.percent.darkBelow, wellBelow: \.ambient.percent.lightAbove),
        KeyConstraint(\.sensor.poll, notAbove: \.sensor.pollSteady),
        KeyConstraint(\.location.latitude, onlyWith: \.location.longitude),
    ]
}

extension Configuration {
    /// Effects of valid settings that their author may not expect, each as a sentence.
    package var remarks: [String] {
        let everyDay = schedule.everyDay.remarks(on: nil, besides: nil)
        let days = Weekday.allCases.flatMap { day -> [String] in
            guard let own = schedule.weekdays[day] else { return [] }
            return own.remarks(on: day, besides: schedule.everyDay)
        }
        return everyDay + days
    }
}

extension DaySchedule {
    /// Returns the remarks on times in another order than that of a day, on equal times, of which the
    /// later one in that order counts, and on limits that are far from the time, unless it is that of every
    /// day.
    fileprivate func remarks(on day: Weekday?, besides everyDay: DaySchedule?) -> [String] {
        let table = day.map { "schedule.\($0.rawValue)" } ?? "schedule"
        let when = day.map { " on \($0.name)" } ?? ""
        var remarks: [String] = []
        if light == dark {
            remarks.append(
                "\(table).light and \(table).dark are both \(light.text), so the schedule is never "
                    + "light\(when).")
        }
        if !light.isBeforeNoon, dark.isBeforeNoon {
            remarks.append(
                "\(table).light is \(light.text) and \(table).dark is \(dark.text), so the schedule is"
                    + " dark by day and light at night\(when); exchange them if that is not meant.")
        }
        if night == nightEnd {
            remarks.append(
                "\(table).night and \(table).night_end are both \(nightEnd.text), so no night hours "
                    + "begin\(when).")
        }
        let times = [
            ("light", light, everyDay?.light), ("dark", dark, everyDay?.dark),
            ("night", night, everyDay?.night), ("night_end", nightEnd, everyDay?.nightEnd),
        ]
        for (name, time, common) in times {
            guard let time, time != common, let effect = time.effectOfFarLimits else { continue }
            remarks.append(
                "\(table).\(name) is \(time.text), but without limits it is about "
                    + "\(ClockTime(wrapping: time.usualMinute)), so \(effect)\(when); write 6 in the "
                    + "evening as 18:00.")
        }
        return remarks
    }
}

extension TimeExpression {
    /// The least distance from the usual time at which the sun has no part, even near a pole, in minutes.
    private static let farDistance = 8 * 60

    /// The effect of limits that are always before or after the time by the sun, as those of another half of
    /// the day; `nil` if it may be between them.
    fileprivate var effectOfFarLimits: String? {
        let limits = limitMinutes
        switch (limits.earliest, limits.latest) {
        case (nil, nil): return nil
        case (let earliest?, nil):
            return usualMinute - earliest < Self.farDistance ? nil : "that limit has no effect"
        case (nil, let latest?):
            return latest - usualMinute < Self.farDistance ? nil : "that limit has no effect"
        case (.some, .some):
            let time = limits.clamp(usualMinute)
            return abs(time - usualMinute) < Self.farDistance
                ? nil : "it is always at \(ClockTime(wrapping: time))"
        }
    }

    /// Whether the time is in the first half of a day.
    fileprivate var isBeforeNoon: Bool {
        switch self {
        case .clock(let time): time.minuteOfDay < 720
        case .solar(let event, _, _):
            switch event {
            case .astronomicalDawn, .nauticalDawn, .civilDawn, .sunrise: true
            case .solarNoon, .sunset, .civilDusk, .nauticalDusk, .astronomicalDusk: false
            }
        }
    }
}

extension Configuration {
    /// Whether the values that depend on each other fit, as a file must have them, and constant light
    /// settles.
    package var isConsistent: Bool {
        ConfigurationSchema.constraints.allSatisfy { $0.holds(self) }
            && ambient.selfLightSettles
    }
}

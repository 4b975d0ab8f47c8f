import AppearanceModel

/// A constraint on the values of two keys.
struct KeyConstraint: Sendable {
    private enum Relation { case below, apart, notAbove, together, needs }

    /// The least distance between the two limits of a band, as a part of the lower one.
    private static let leastRatio = 0.05
    /// The least distance between the two limits of a band, in their unit.
    private static let leastDistance = 0.01

    let first: ConfigurationKey.Target
    let second: ConfigurationKey.Target
    private let relation: Relation
    private let holds: @Sendable (Configuration) -> Bool

    /// Requires the first value to be less than the second.
    init<Value: Comparable & SendableMetatype>(
        _ first: any KeyPath<Configuration, Value> & Sendable,
        below second: any KeyPath<Configuration, Value> & Sendable
    ) {
        self.first = first
        self.second = second
        relation = .below
        holds = { $0[keyPath: first] < $0[keyPath: second] }
    }

    /// Requires two ordered limits to be well apart.
    init(
        _ first: any KeyPath<Configuration, Double> & Sendable,
        wellBelow second: any KeyPath<Configuration, Double> & Sendable
    ) {
        self.first = first
        self.second = second
        relation = .apart
        holds = { configuration in
            let (lower, upper) = (configuration[keyPath: first], configuration[keyPath: second])
            let distance = max(lower * Self.leastRatio, Self.leastDistance)
            // Another constraint checks the order. The factor allows for rounding.
            return lower >= upper || upper - lower >= distance * 0.999_999
        }
    }

    /// Requires the first value to be less than the second, or equal.
    init<Value: Comparable & SendableMetatype>(
        _ first: any KeyPath<Configuration, Value> & Sendable,
        notAbove second: any KeyPath<Configuration, Value> & Sendable
    ) {
        self.first = first
        self.second = second
        relation = .notAbove
        holds = { $0[keyPath: first] <= $0[keyPath: second] }
    }

    /// Requires both values, or neither.
    init<Value>(
        _ first: any KeyPath<Configuration, Value?> & Sendable,
        onlyWith second: any KeyPath<Configuration, Value?> & Sendable
    ) {
        self.first = first
        self.second = second
        relation = .together
        holds = { ($0[keyPath: first] == nil) == ($0[keyPath: second] == nil) }
    }

    /// Requires the second text if the first is given.
    init(
        _ first: any KeyPath<Configuration, String> & Sendable,
        needs second: any KeyPath<Configuration, String> & Sendable
    ) {
        self.first = first
        self.second = second
        relation = .needs
        holds = { $0[keyPath: first].isEmpty || !$0[keyPath: second].isEmpty }
    }

    private static let leastGap = "at least \(Int(leastRatio * 100)) % and \(leastDistance)"

    func holds(in configuration: Configuration) -> Bool { holds(configuration) }

    /// The requirement on the first key, as in a diagnostic.
    func demandOnFirst(with second: String) -> String {
        switch relation {
        case .below: "must be below \(second); change one of the two"
        case .apart: "must be \(Self.leastGap) below \(second); change one of the two"
        case .notAbove: "must not be above \(second); change one of the two"
        case .together: "needs \(second) beside it; give both or neither"
        case .needs: "needs \(second) beside it; name a theme there too, or none here"
        }
    }

    /// The requirement on the second key, as in a diagnostic.
    func demandOnSecond(with first: String) -> String {
        switch relation {
        case .below: "must be above \(first); change one of the two"
        case .apart: "must be \(Self.leastGap) above \(first); change one of the two"
        case .notAbove: "must not be below \(first); change one of the two"
        case .together: "needs \(first) beside it; give both or neither"
        case .needs: "must not be empty beside \(first); name a theme here too, or none there"
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

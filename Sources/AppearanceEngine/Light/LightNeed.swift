package import AppearanceModel

/// Whether a source that measures light only on request, such as a camera, should measure now.
///
/// A level that is requested while changes are inhibited, as to calibrate, is needed at once, in every mode, if
/// the session is in use and no sensor works.
///
/// Otherwise light must be able to decide: the mode is `auto`, nothing holds, the session is in use and no
/// sensor works. Then a level is needed if none is known, or if the known one is older than its limit:
///
/// - `freshAge` near a time at which the schedule changes between light and dark, since daylight changes then,
///   and near a threshold that would change the appearance; twice the time between the last two levels if they
///   agree, at most `steadyAge`.
/// - at once if it was such a requested one: the light was made for it;
/// - `freshAge` if it is from before a suspend or a time in which the session was not in use.
/// - `longAge` by day, and while the room is bright enough for an appearance that darkness would change.
///
/// In a phase in which light decides nothing, as in the evening by the policy `darker`, a level is needed only
/// `leadTime` before the end of the phase.
package struct LightNeed: Equatable, Sendable {
    /// The age at which a level must be measured again while the appearance may change soon.
    package static let freshAge = Microseconds.minutes(5)
    /// The age at which a steady level must be.
    static let steadyAge = Microseconds.minutes(20)
    /// The age at which any level must be by which the appearance could change.
    static let longAge = Microseconds.minutes(30)
    /// The time before and after a change of the schedule in which daylight changes.
    static let twilight = Microseconds.minutes(90)
    /// The time before a phase in which light decides.
    private static let leadTime = Microseconds.minutes(5)
    /// The factor between a level and a threshold that is near.
    private static let nearFactor = 3.0
    /// The factor between two levels that agree, about the noise of a camera twice.
    private static let steadyFactor = 1.5

    private(set) var isNeeded = false
    /// The time at which that changes without an event; `nil` if it does not.
    private(set) var due: BootTime?

    /// No need, as before the first decision.
    init() {}

    /// The need at a moment.
    init(
        _ choice: UserChoice, _ light: LightState, _ ambient: AmbientSettings,
        _ cursor: inout ScheduleCursor, at now: Moment
    ) {
        guard light.isWithoutSensor(at: now.boot), light.conditions.isInUse else { return }
        guard light.levelRequest != .waiting else {
            isNeeded = true
            return
        }
        guard choice.isAutomatic, ambient.policy != .schedule else { return }
        let rules = DecisionRules(ambient, in: cursor.phase)
        guard rules.isLightDeciding else {
            awaitPhase(light.report, rules, &cursor, at: now)
            return
        }
        guard let report = light.report, light.levelRequest != .answered else {
            isNeeded = true
            return
        }
        let limits = Limits(
            report, light, rules, in: cursor.phase, twilights(rules, &cursor), at: now)
        isNeeded = limits.isNeeded(at: now.boot)
        due = limits.changes.sorted().first { $0 > now.boot && limits.isNeeded(at: $0) != isNeeded }
    }

    /// Needs a level shortly before the end of a phase in which light decides nothing.
    ///
    /// The time is one of the schedule, for which there is a timer anyway: one more due time would be compared
    /// with every reading of a sensor.
    private mutating func awaitPhase(
        _ report: LightReport?, _ rules: DecisionRules, _ cursor: inout ScheduleCursor,
        at now: Moment
    ) {
        guard let boundary = cursor.next, rules.during(boundary.to).isLightDeciding else { return }
        let lead = boundary.at - Self.leadTime
        let old = report.map { now.wall + ($0.at + Self.freshAge - now.boot) }
        let start = max(lead, old ?? lead)
        isNeeded = start <= now.wall
        if !isNeeded { cursor.shorten(to: start) }
    }

    /// Returns the spans in which daylight changes: around a change of the schedule between light and dark.
    private func twilights(
        _ rules: DecisionRules, _ cursor: inout ScheduleCursor
    ) -> [Range<WallTime>] {
        cursor.turns(within: Self.twilight).compactMap { turn in
            let (before, after) = (rules.during(turn.from), rules.during(turn.to))
            guard before.scheduleVote.tone != after.scheduleVote.tone else { return nil }
            return turn.at - Self.twilight..<turn.at + Self.twilight
        }
    }

    /// The ages at which a known level is too old.
    private struct Limits {
        private let at: BootTime
        /// The spans in which daylight changes.
        private let twilights: [Range<BootTime>]
        private let pace: Microseconds
        private let isNear: Bool
        private let isBeforeReturn: Bool
        private let hasLongAge: Bool

        init(
            _ report: LightReport, _ light: LightState, _ rules: DecisionRules, in phase: Phase,
            _ twilights: [Range<WallTime>], at now: Moment
        ) {
            at = report.at
            self.twilights = twilights.map {
                now.boot + ($0.lowerBound - now.wall)..<now.boot + ($0.upperBound - now.wall)
            }
            pace =
                report.steadySpacing(within: LightNeed.steadyFactor).map {
                    min(max($0 * 2, LightNeed.freshAge), LightNeed.steadyAge)
                } ?? LightNeed.freshAge
            isNear = light.dwell.isNear(report.level, by: LightNeed.nearFactor, rules)
            isBeforeReturn = light.returnedAt.map { report.at < $0 } ?? false
            hasLongAge =
                phase == .day
                || rules.appearance(forLight: light.dwell.level)
                    != rules.appearance(forLight: .night)
        }

        func isNeeded(at time: BootTime) -> Bool {
            let age = time - at
            if age >= LightNeed.freshAge, isBeforeReturn { return true }
            if age >= LightNeed.longAge, hasLongAge { return true }
            return age >= pace && (isNear || twilights.contains { $0.contains(time) })
        }

        /// The times at which the need may change.
        var changes: [BootTime] {
            [at + LightNeed.freshAge, at + pace, at + LightNeed.longAge]
                + twilights.flatMap { [$0.lowerBound, $0.upperBound] }
        }
    }
}

extension LightState {
    /// Returns whether no sensor decides or is about to.
    fileprivate func isWithoutSensor(at now: BootTime) -> Bool {
        switch sensor.trust.state(at: now) {
        case .none, .distrusted: true
        case .warming, .trusted, .stale: false
        }
    }
}

extension LightReport {
    /// Returns the time since the report before it if the two agree within a factor.
    fileprivate func steadySpacing(within factor: Double) -> Microseconds? {
        guard let previous, let spacing,
            abs(level.value - previous.value) <= Libm.log10(factor)
        else { return nil }
        return spacing
    }
}

extension DecisionRules {
    /// Whether light could ask for another appearance than the schedule.
    fileprivate var isLightDeciding: Bool {
        Appearance.allCases.contains { appearance(forLight: $0) != scheduleVote }
    }
}

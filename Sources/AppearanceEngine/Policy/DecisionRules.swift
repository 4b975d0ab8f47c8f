package import AppearanceModel

/// The appearance that light and schedule together ask for, and the input that prevails.
struct Vote: Equatable, Sendable {
    var appearance: Appearance
    var reason: Reason
}

/// The rules by which light and schedule decide in a phase of the schedule.
package struct DecisionRules: Sendable {
    private let ambient: AmbientSettings
    private let phase: Phase

    package init(_ ambient: AmbientSettings, in phase: Phase) {
        self.ambient = ambient
        self.phase = phase
    }

    var policy: Policy { ambient.policy }

    /// Returns the rules in another phase.
    func during(_ other: Phase) -> DecisionRules { DecisionRules(ambient, in: other) }

    /// The appearance that the schedule alone asks for.
    var scheduleVote: Appearance {
        switch phase {
        case .day: .light
        case .evening: .dark
        case .night: ambient.nightNeeds == .schedule ? .night : .dark
        }
    }

    /// Returns the appearance that a trusted light level alone asks for.
    ///
    /// The room decides between light and dark; night also needs the inputs of `night_needs`.
    func lightVote(for level: Appearance) -> Appearance {
        switch (level, ambient.nightNeeds) {
        case (.light, _): .light
        case (.dark, .schedule), (.night, .schedule), (.night, .both):
            phase == .night ? .night : .dark
        case (.dark, .both), (.dark, .sensor): .dark
        case (.night, .sensor): .night
        }
    }

    /// Returns the vote of the policy on a trusted light level and the schedule.
    func vote(forLight level: Appearance) -> Vote {
        let byLight = lightVote(for: level)
        let bySchedule = scheduleVote
        let appearance =
            switch policy {
            case .sensor: byLight
            case .darker: byLight.brightness < bySchedule.brightness ? byLight : bySchedule
            case .lighter: byLight.brightness > bySchedule.brightness ? byLight : bySchedule
            case .schedule: bySchedule
            }
        let lightDecides = policy != .schedule && appearance == byLight
        return Vote(appearance: appearance, reason: lightDecides ? .sensor : .schedule)
    }

    /// Returns the appearance for a light level, or for the schedule alone without one.
    package func appearance(forLight level: Appearance?) -> Appearance {
        level.map { vote(forLight: $0).appearance } ?? scheduleVote
    }

    /// Returns the dwell time of a change from one appearance to another.
    func dwell(from present: Appearance, to target: Appearance) -> Microseconds {
        switch (present, target) {
        case (.light, .dark): ambient.dwell.lightToDark
        case (.light, .night), (.dark, .night): ambient.dwell.darkToNight
        case (.dark, .light), (.night, .light): ambient.dwell.darkToLight
        case (.night, .dark): ambient.dwell.nightToDark
        case (.light, .light), (.dark, .dark), (.night, .night): .zero
        }
    }
}

/// The handover of the decision from the light to the schedule when the light is lost, and back.
///
/// The appearance must not change each time an unreliable sensor disappears and returns.
struct Handover: Equatable, Sendable {
    /// The shortest time between a change because the light was lost and one because it is back.
    static let calm = Microseconds.minutes(5)

    /// The loss of light that decided.
    struct Loss: Equatable, Sendable {
        var at: BootTime
        /// Whether the sensor is present without readings, so that it may return at any moment.
        var isSilence: Bool
        /// The first boundary of the schedule after it that asks for another appearance.
        var boundary: WallTime?
    }

    /// The reason for which the schedule replaces the light.
    enum StandIn: Sendable {
        case none
        /// The sensor is present without readings.
        case forSilence
        /// The sensor was removed, is covered or not trusted, or reported light ended.
        case forAbsence
    }

    /// The loss that the schedule has not replaced yet.
    var loss: Loss?
    var standIn = StandIn.none
    /// The time of the last change of the appearance.
    var changedAt: BootTime?
    /// The time at which returning light last changed the appearance.
    var returnedAt: BootTime?

    /// Returns the time at which the schedule takes over; `nil` if no light is lost.
    ///
    /// The time since the loss counts: the return of a sensor restarts nothing. It only has some seconds
    /// for its first reading and, if it has readings, the time of one check.
    func fallBackDue(dwell: Microseconds, check: SensorCheck?, at now: Moment) -> BootTime? {
        guard let loss else { return nil }
        guard loss.isSilence else {
            let due = loss.at + dwell
            let checked = check.map { max(due, min($0.end, due + $0.longest)) } ?? due
            return Self.later(checked, than: returnedAt)
        }
        let isOverBoundary = loss.boundary.map { $0 <= now.wall } ?? false
        return Self.later(isOverBoundary ? loss.at : loss.at + Self.calm, than: changedAt)
    }

    /// Returns the time at which the schedule takes over from light that is lost at a later time.
    func dueAfterLoss(at time: BootTime, isSilence: Bool, dwell: Microseconds) -> BootTime {
        isSilence
            ? Self.later(time + Self.calm, than: changedAt)
            : Self.later(time + dwell, than: returnedAt)
    }

    /// The time from which light may decide again after the schedule replaced a sensor without
    /// readings; `nil` for at once.
    var returnDue: BootTime? {
        switch standIn {
        case .none, .forAbsence: nil
        case .forSilence: changedAt.map { $0 + Self.calm }
        }
    }

    private static func later(_ due: BootTime, than change: BootTime?) -> BootTime {
        change.map { max(due, $0 + calm) } ?? due
    }
}

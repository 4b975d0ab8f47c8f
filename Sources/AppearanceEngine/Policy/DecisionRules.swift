import AppearanceModel

/// The appearance that light and schedule together ask for, and the input that prevails.
struct Vote: Equatable, Sendable {
    var appearance: Appearance
    var reason: Reason
}

/// The rules by which light and schedule decide in a phase of the schedule.
struct DecisionRules: Sendable {
    private let ambient: AmbientSettings
    private let phase: Phase

    init(_ ambient: AmbientSettings, in phase: Phase) {
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
            case .darker: min(byLight, bySchedule)
            case .lighter: max(byLight, bySchedule)
            case .schedule: bySchedule
            }
        let lightDecides = policy != .schedule && appearance == byLight
        return Vote(appearance: appearance, reason: lightDecides ? .sensor : .schedule)
    }

    /// Returns the appearance for a light level, or for the schedule alone without one.
    func appearance(forLight level: Appearance?) -> Appearance {
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

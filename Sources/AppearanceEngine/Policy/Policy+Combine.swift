import AppearanceModel

/// The appearance that light and schedule together ask for, and the input that prevails.
struct Vote: Equatable, Sendable {
    var appearance: Appearance
    var reason: Reason
}

extension AmbientSettings {
    /// Returns the appearance that the schedule alone asks for.
    func scheduleVote(in phase: Phase) -> Appearance {
        switch phase {
        case .day: .light
        case .evening: .dark
        case .night: nightNeeds == .schedule ? .night : .dark
        }
    }

    /// Returns the appearance that a trusted light level asks for.
    ///
    /// The room decides between light and dark; night also needs the inputs of `night_needs`.
    func lightVote(for level: Appearance, in phase: Phase) -> Appearance {
        switch (level, nightNeeds) {
        case (.light, _): .light
        case (.dark, .schedule), (.night, .schedule), (.night, .both):
            phase == .night ? .night : .dark
        case (.dark, .both), (.dark, .sensor): .dark
        case (.night, .sensor): .night
        }
    }

    /// Returns the vote of the policy on a trusted light level and the schedule.
    func combined(level: Appearance, in phase: Phase) -> Vote {
        let byLight = lightVote(for: level, in: phase)
        let bySchedule = scheduleVote(in: phase)
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

    /// Returns the dwell time of a change from one appearance to another.
    func dwell(from present: Appearance, to target: Appearance) -> Microseconds {
        switch (present, target) {
        case (.light, .dark): dwell.lightToDark
        case (.light, .night), (.dark, .night): dwell.darkToNight
        case (.dark, .light), (.night, .light): dwell.darkToLight
        case (.night, .dark): dwell.nightToDark
        case (.light, .light), (.dark, .dark), (.night, .night): .zero
        }
    }
}

import AppearanceModel

/// What the two inputs ask for, and which of them prevails.
struct Vote: Equatable, Sendable {
    var appearance: Appearance
    var reason: Reason
}

extension AmbientSettings {
    /// What the schedule asks for by itself.
    func scheduleVote(in phase: Phase) -> Appearance {
        switch phase {
        case .day: .light
        case .evening: .dark
        case .night: nightNeeds == .schedule ? .night : .dark
        }
    }

    /// What a believed light level asks for: the room decides between light and dark, but turns
    /// the screen red only when what `night_needs` names agrees.
    func lightVote(for level: Appearance, in phase: Phase) -> Appearance {
        switch (level, nightNeeds) {
        case (.light, _): .light
        case (.dark, .schedule), (.night, .schedule), (.night, .both):
            phase == .night ? .night : .dark
        case (.dark, .both), (.dark, .sensor): .dark
        case (.night, .sensor): .night
        }
    }

    /// What the policy makes of a believed light level and the schedule.
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

    /// How long a fall-back from one appearance to another waits.
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

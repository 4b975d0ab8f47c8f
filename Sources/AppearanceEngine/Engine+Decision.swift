// What follows from the user's choice, the light and the schedule, in the order in which they win.
import AppearanceModel

extension Engine {
    mutating func decide(at now: Moment) {
        if let chosen = mode.fixedAppearance {
            authority = .user
            return adopt(chosen, because: .manual, at: now)
        }
        if hold.isActive {
            authority = .user
            return adopt(appearance, because: .inhibited, at: now)
        }
        switch lightVoice(at: now.boot) {
        case .level: decideByLight(at: now)
        case .warming: awaitLight(at: now)
        case .silent: fallBack(at: now)
        }
    }

    private mutating func decideByLight(at now: Moment) {
        if authority == .user { seedFromLight(at: now.boot) }
        authority = .light
        lightLostAt = nil
        let vote = settings.ambient.combined(level: steadying.level, in: agenda.phase)
        adopt(vote.appearance, because: vote.reason, at: now)
    }

    /// While the sensor is being checked, what it or the user last said stays.
    private mutating func awaitLight(at now: Moment) {
        lightLostAt = nil
        switch authority {
        case .schedule: decideBySchedule(at: now)
        case .light: break
        case .user, .waiting:
            authority = .waiting
            adopt(appearance, because: .startup, at: now)
        }
    }

    /// A sensor that is gone gives way to the schedule after the ordinary dwell, so that plugging
    /// it in again meanwhile changes nothing.
    private mutating func fallBack(at now: Moment) {
        switch authority {
        case .schedule, .user: return decideBySchedule(at: now)
        case .light, .waiting: break
        }
        if settings.ambient.policy == .schedule { return decideBySchedule(at: now) }
        lightLostAt = lightLostAt ?? now.boot
        if let due = fallBackDue(), due > now.boot { return }
        decideBySchedule(at: now)
    }

    private mutating func decideBySchedule(at now: Moment) {
        authority = .schedule
        lightLostAt = nil
        adopt(settings.ambient.scheduleVote(in: agenda.phase), because: .schedule, at: now)
    }

    /// When the schedule takes over from a light that is gone; nil when it need not wait.
    @inline(__always) func fallBackDue() -> BootTime? {
        guard let lightLostAt else { return nil }
        let target = settings.ambient.scheduleVote(in: agenda.phase)
        return lightLostAt + settings.ambient.dwell(from: appearance, to: target)
    }

    private mutating func adopt(_ next: Appearance, because reason: Reason, at now: Moment) {
        self.reason = reason
        guard next != appearance else { return }
        if published != nil {
            previous = appearance
            sequence += 1
        }
        appearance = next
        since = now.wall
    }
}

// MARK: - The next change

/// The next schedule boundary, or the end of a choice, that changes the appearance.
struct UpcomingChange: Equatable, Sendable {
    var at: WallTime
    var appearance: Appearance
    /// Nil where a choice ends.
    var boundary: Boundary?
    var why: String
}

extension Engine {
    /// The next boundary at which the appearance would change if the light stays as it is.
    mutating func upcomingChange(at now: Moment) -> UpcomingChange? {
        guard let freedAt = whenFree(at: now.wall) else { return nil }
        let level: Appearance? =
            if case .level(let level) = lightVoice(at: now.boot) { level } else { nil }
        if freedAt > now.wall {
            let then = answer(level, in: settings.schedule.phase(at: freedAt))
            if then != appearance {
                let why = mode == .auto ? "the pause ends" : "your choice ends"
                return UpcomingChange(at: freedAt, appearance: then, boundary: nil, why: why)
            }
        }
        if let soon = change(among: agenda.upcoming(), after: freedAt, level) { return soon }
        // While light decides, what two days do not bring no later day does.
        return level == nil ? change(among: agenda.farUpcoming(), after: freedAt, nil) : nil
    }

    private func change(
        among boundaries: [Boundary], after freedAt: WallTime, _ level: Appearance?
    ) -> UpcomingChange? {
        for boundary in boundaries where boundary.at > freedAt {
            let then = answer(level, in: boundary.to)
            if then != appearance {
                return UpcomingChange(
                    at: boundary.at, appearance: then, boundary: boundary,
                    why: boundary.cause.reason)
            }
        }
        return nil
    }

    private func answer(_ level: Appearance?, in phase: Phase) -> Appearance {
        level.map { settings.ambient.combined(level: $0, in: phase).appearance }
            ?? settings.ambient.scheduleVote(in: phase)
    }

    /// When light and schedule decide again; nil when nobody knows.
    private func whenFree(at now: WallTime) -> WallTime? {
        if mode != .auto { return until }
        guard hold.isActive else { return now }
        return hold.inhibitors.isEmpty ? hold.pausedUntil : nil
    }
}

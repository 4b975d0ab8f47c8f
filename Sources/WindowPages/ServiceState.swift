package import AppearanceEngine
package import AppearanceModel

/// The state of the running daemon with the settings that it goes by.
package struct ServiceState {
    /// The newest status.
    package var status: Snapshot
    /// The decision with its inputs; `nil` if it has not been asked for.
    package var rationale: Rationale?
    /// The time of the level that a program or a person has reported; `nil` if it is unknown.
    package var reportedAt: WallTime?
    /// The settings of light.
    package var ambient: AmbientSettings
    /// The schedule; `nil` if it is unknown.
    package var schedule: Schedule?

    package init(
        _ status: Snapshot, rationale: Rationale? = nil, reportedAt: WallTime? = nil,
        ambient: AmbientSettings = AmbientSettings(),
        schedule: Schedule? = nil
    ) {
        self.status = status
        self.rationale = rationale
        self.reportedAt = reportedAt
        self.ambient = ambient
        self.schedule = schedule
    }

    /// Returns the sentence about this state at an instant.
    package func sentence(at now: WallTime) -> StateSentence {
        switch status.reason {
        case .manual: return .chosen(until: status.until)
        case .inhibited where status.paused: return .paused(until: status.pausedUntil)
        case .inhibited: return .inhibited(by: status.inhibitors.first)
        case .startup: return .checking
        case .sensor, .schedule: break
        }
        if let wait = status.waitsFor, let pending = status.pending {
            return .waiting(pending.appearance, wait)
        }
        if let pending = status.pending { return .changing(pending) }
        return status.reason == .sensor ? lightSentence(at: now) : scheduleSentence(at: now)
    }

    private func scheduleSentence(at now: WallTime) -> StateSentence {
        switch status.sensor {
        case .warming: .scheduledWhileChecking
        case .distrusted: .scheduledWithoutSensor
        case .none, .trusted, .stale:
            // The status begins with the daemon, the phase did not.
            .scheduled(since: schedule?.lastBoundary(notAfter: now)?.at, next: status.next)
        }
    }

    private func lightSentence(at now: WallTime) -> StateSentence {
        guard let light = status.light else { return status.sensor == .stale ? .silent : .byLight }
        if let report = status.reported {
            return .reported(light, by: report.source, at: reportedAt, until: report.until)
        }
        if status.sensor == .stale { return .silent }
        let limits = rationale?.light.thresholds ?? ambient.thresholds(in: light.unit)
        func becomes(_ level: Appearance) -> Appearance { appearance(forLight: level, at: now) }
        switch status.appearance {
        case .light:
            return becomes(.dark) == .light
                ? .roomKeeps(light) : .roomBecomesDark(light, below: limits.darkBelow)
        case .dark:
            let isLighter = becomes(.light) == .light
            let isNight = becomes(.night) == .night && light.value > limits.nightBelow
            return switch (isLighter, isNight) {
            case (true, true):
                .roomBecomesLightOrNight(
                    light, above: limits.lightAbove, below: limits.nightBelow)
            case (true, false): .roomBecomesLight(light, above: limits.lightAbove)
            case (false, true): .roomBecomesNight(light, below: limits.nightBelow)
            case (false, false): .roomKeeps(light)
            }
        case .night:
            if becomes(.dark) == .dark { return .roomLeavesNight(light, above: limits.nightAbove) }
            return becomes(.light) == .light
                ? .roomBecomesLight(light, above: limits.lightAbove) : .roomKeeps(light)
        }
    }

    /// Returns the appearance that the rules give a level now.
    private func appearance(forLight level: Appearance, at now: WallTime) -> Appearance {
        DecisionRules(ambient, in: schedule?.phase(at: now) ?? .day).appearance(forLight: level)
    }
}

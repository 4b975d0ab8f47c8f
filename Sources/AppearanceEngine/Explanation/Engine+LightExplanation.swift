// Sentences for light that decides, that is not read, or that is lost.
import AppearanceModel

extension Engine {
    /// `412 lux`, `12 lux from desk-lamp`, `6 % from the sensor`: the light as it is now.
    var levelWords: String {
        let level = light ?? lastLight
        return Self.words(
            level ?? LightReading(value: 0, unit: lightUnit),
            from: light == nil ? lastSource : fed?.source)
    }

    private static func words(_ level: LightReading, from source: String?) -> String {
        let words = ExplanationFormatter.light(level.value, level.unit)
        if let source { return "\(words) from \(ExplanationFormatter.name(source))" }
        switch level.unit {
        case .lux: return words
        case .percent: return "\(words) from the sensor"
        }
    }

    // MARK: Light that decides

    func explainLight(next: UpcomingChange?, _ wording: ExplanationFormatter) -> String {
        let night =
            appearance == .night && settings.ambient.nightNeeds == .schedule
            ? "; it is night by the schedule"
            : previous == .night && appearance == .dark && steadying.level == .night
                && cursor.phase != .night ? "; the night window is over" : ""
        let changes = explainChanges(next, wording)
        return "\(shown): \(levelWords)\(rule)\(night)." + (changes.map { " \($0)." } ?? "")
    }

    /// `, above 80`: the threshold that the level is beyond, on the side of what is shown.
    private var rule: String {
        let value = light?.value ?? 0
        func above(_ threshold: Double) -> String? {
            guard value >= threshold else { return nil }
            let words = ExplanationFormatter.lux(threshold)
            return ExplanationFormatter.lux(value) == words
                ? ", \(words) or more" : ", above \(words)"
        }
        func below(_ threshold: Double) -> String? {
            guard value <= threshold else { return nil }
            let words = ExplanationFormatter.lux(threshold)
            return ExplanationFormatter.lux(value) == words
                ? ", \(words) or less" : ", below \(words)"
        }
        switch appearance {
        case .light: return above(thresholds.lightAbove) ?? ""
        case .dark: return below(thresholds.darkBelow) ?? ""
        case .night where settings.ambient.nightNeeds == .schedule:
            return below(thresholds.darkBelow) ?? ""
        case .night: return below(thresholds.nightBelow) ?? ""
        }
    }

    /// `Light above 80 lux, night at 22:30`: what changes it, by the light and by the schedule.
    private func explainChanges(_ next: UpcomingChange?, _ wording: ExplanationFormatter) -> String?
    {
        var changes = crossings
        if let next {
            let time = "at \(next.boundary.map(wording.boundary) ?? wording.time(next.at))"
            if let same = changes.firstIndex(where: { $0.target == next.appearance }) {
                changes[same].when += " or \(time)"
            } else {
                changes.append((next.appearance, time))
            }
        }
        let words = changes.map { "\($0.target.rawValue) \($0.when)" }.joined(separator: ", ")
        return words.isEmpty ? nil : words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The thresholds beyond which the appearance would be another, each with what it would be.
    private var crossings: [(target: Appearance, when: String)] {
        func crossing(
            _ level: Appearance, _ side: String, _ threshold: KeyPath<Thresholds, Double>
        ) -> (target: Appearance, when: String)? {
            let target = answer(level, in: cursor.phase)
            let limit = ExplanationFormatter.light(thresholds[keyPath: threshold], lightUnit)
            return target == appearance ? nil : (target, "\(side) \(limit)")
        }
        switch steadying.level {
        case .light: return [crossing(.dark, "below", \.darkBelow)].compactMap(\.self)
        case .dark:
            return [
                crossing(.light, "above", \.lightAbove), crossing(.night, "below", \.nightBelow),
            ]
            .compactMap(\.self)
        case .night:
            let up =
                crossing(.dark, "above", \.nightAbove) ?? crossing(.light, "above", \.lightAbove)
            return [up].compactMap(\.self)
        }
    }

    // MARK: A change that waits

    /// That the light asks for something else, which must last; `nil` when it does not.
    func explainWaiting(_ waiting: WaitingChange?, at now: Moment) -> String? {
        if lightLostAt == nil, let waiting {
            let rest = waiting.due - now.boot
            let when = rest > .zero ? "in \(rest.inWholeSeconds.words)" : "with the next reading"
            return "Still \(appearance.rawValue): \(levelWords) would be"
                + " \(waiting.target.rawValue); changes \(when)."
        }
        // Between two readings a change may have yet to begin waiting.
        guard authority == .light, let target = askedFor, target != appearance else { return nil }
        let dwell = settings.ambient.dwell(from: appearance, to: target)
        return "Still \(appearance.rawValue): \(levelWords) would be \(target.rawValue)"
            + " if it lasts \(dwell.words)."
    }

    /// What the policy makes of the level as it is.
    private var askedFor: Appearance? { levelAsIs.map { answer($0, in: cursor.phase) } }

    /// Whether light alone would ask for something else than what is shown, which the schedule
    /// prevents: light is then no reason for it.
    var isAgainstLight: Bool {
        guard let levelAsIs else { return false }
        return settings.ambient.lightVote(for: levelAsIs, in: cursor.phase) != appearance
    }

    /// The level as it is, beyond the threshold of what is shown; `nil` without light.
    private var levelAsIs: Appearance? {
        guard let value = light?.value else { return nil }
        let isUp = value >= thresholds.lightAbove
        return switch steadying.level {
        case .light where value <= thresholds.nightBelow: .night
        case .light: value <= thresholds.darkBelow ? .dark : .light
        case .dark where value <= thresholds.nightBelow: .night
        case .dark: isUp ? .light : .dark
        case .night where value >= thresholds.nightAbove: isUp ? .light : .dark
        case .night: .night
        }
    }

    // MARK: Light that is not read, or lost

    /// That the sensor is to be believed again before it counts.
    var explainCheck: String {
        let since = conditions.resumeGate == nil ? "before" : "before the suspend"
        return "\(shown), as \(since), until the light sensor has been checked, within 60 s."
    }

    /// That the sensor is not heard now, and what follows from that; `nil` when it is.
    func explainUnreadLight(_ sensor: SensorState) -> String? {
        if conditions.isLidClosed {
            return "\(shown) as before\(lastWords);"
                + " the lid is closed, and after 60 s of that the schedule decides."
        }
        if !conditions.isSessionInUse, plan == .off {
            return "\(shown) as before\(lastWords);"
                + " no reading until the session is unlocked and in front."
        }
        switch sensor {
        case .warming: return explainCheck
        case .stale:
            let silence = ExplanationFormatter.silence(trust.staleAfter)
            let rest = ExplanationFormatter.silence(trust.distrustAfter + Handover.calm)
            return "\(shown) as before\(lastWords);"
                + " no reading for \(silence), and after \(rest) the schedule decides."
        case .none, .trusted, .distrusted: return nil
        }
    }

    /// ` (last 350 lux)`; empty where nothing was read.
    private var lastWords: String {
        light == nil && lastLight == nil ? "" : " (last \(levelWords))"
    }

    func explainLostLight(
        _ sensor: SensorState, _ wording: ExplanationFormatter, at now: Moment
    ) -> String {
        let target = settings.ambient.scheduleVote(in: cursor.phase)
        let rest = fallBackDue(at: now).map { $0 - now.boot } ?? .zero
        let cause =
            switch (fedExpired, sensor) {
            case (true, _): "reported light counts for \(settings.reportLifetime.words)"
            case (false, .distrusted) where conditions.isLidClosed: "the lid is closed"
            case (false, .distrusted) where trust.hasNeverVaried: "the light sensor is stuck"
            case (false, .distrusted) where trust.isReportedStuck:
                "the light sensor has said the same for 30 min"
            case (false, .distrusted):
                "no reading for \(ExplanationFormatter.silence(trust.distrustAfter))"
            case (false, _) where settings.sensorIsOff: "the light sensor is turned off"
            case (false, _): "the light sensor is gone"
            }
        if handover.loss?.isSilence == true, let boundary = handover.loss?.boundary,
            now.wall < boundary, boundary - now.wall < rest
        {
            return "Still \(appearance.rawValue)\(lastWords): \(cause),"
                + " so the schedule decides at \(wording.time(boundary))."
        }
        return "Still \(appearance.rawValue)\(lastWords): \(cause),"
            + " so \(target.rawValue) by schedule in \(rest.inWholeSeconds.words)."
    }
}

extension Microseconds {
    /// The span in whole seconds, rounded up.
    fileprivate var inWholeSeconds: Microseconds {
        .seconds((max(count, 0) + 999_999) / 1_000_000)
    }
}

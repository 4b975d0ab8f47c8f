// Sentences for light that is not read or lost, and for the schedule.
import AppearanceModel

extension Reasoning {
    /// The last reading of the sensor.
    var lastReading: String { ExplanationFormatter.light(light.sensor.raw ?? 0, light.sensor.unit) }

    /// The last level in parentheses: ` (last 350 lux)`; empty if nothing was read.
    private var lastWords: String {
        let present = isLevelCounted ? light.level : nil
        return present == nil && light.lastLevel == nil ? "" : " (last \(words(of: present)))"
    }

    /// Whether the present level has counted: those of a check have not, nor that of a sensor that is stuck.
    private var isLevelCounted: Bool {
        if light.isReported { return true }
        return switch sensor {
        case .none, .trusted, .stale: true
        case .warming: false
        case .distrusted:
            !light.sensor.trust.isReportedStuck && !light.sensor.trust.hasNeverVaried
        }
    }

    /// The reason for which the sensor does not count, as a clause of every sentence about it.
    var distrustClause: String {
        if let cause = light.unreadCause { return cause.words }
        if light.sensor.trust.isReportedStuck {
            return "the light sensor has reported \(lastReading) for 30 min"
        }
        if light.sensor.trust.hasNeverVaried {
            return light.sensor.trust.isDoubted
                ? "the light sensor has reported only \(lastReading) since the suspend"
                : "the light sensor is stuck at \(lastReading)"
        }
        let silence = ExplanationFormatter.silence(light.sensor.trust.distrustAfter)
        return "the light sensor has given no reading for \(silence)"
    }

    /// The clause for a sensor that is not trusted yet.
    var checkClause: String { "the light sensor is being checked" }

    // MARK: Light that is not read

    /// The sentence for a sensor that is being checked.
    var checkSentence: String {
        let since = light.sensor.gate == nil ? "before" : "before the suspend"
        // It is checked at this interval, whatever that of the readings was before.
        let limit = SensorTrust.distrustAfter(every: settings.poll)
        return "\(shown), as \(since), until the light sensor has been checked,"
            + " within \(ExplanationFormatter.silence(limit))\(failedCheckWords)."
    }

    /// The words for the change after a check that fails, `; if it fails, light by schedule 15 s later`; empty
    /// if there would be none.
    private var failedCheckWords: String {
        let vote = rules.scheduleVote
        guard vote != appearance else { return "" }
        let words = "; if it fails, \(vote.rawValue) by schedule"
        let isAtOnce = decision.source != .light && decision.handover.returnedAt == nil
        let dwell = rules.dwell(from: appearance, to: vote)
        return isAtOnce ? "\(words) \(ExplanationFormatter.silence(dwell)) later" : words
    }

    /// The sentence for a sensor that has no readings now; `nil` if it has.
    var unreadLightSentence: String? {
        let cause = light.unreadCause
        if let cause, light.conditions.isCovered {
            let dwell = rules.dwell(from: appearance, to: rules.scheduleVote)
            let rest = ExplanationFormatter.silence(light.sensor.trust.distrustAfter + dwell)
            return "\(shown) as before\(lastWords);"
                + " \(cause.words), and after \(rest) of that the schedule decides."
        }
        if let cause {
            return "\(shown) as before\(lastWords); no reading until \(cause.end)."
        }
        switch sensor {
        case .warming: return checkSentence
        case .stale:
            let silence = ExplanationFormatter.silence(light.sensor.trust.staleAfter)
            let rest = ExplanationFormatter.silence(
                light.sensor.trust.distrustAfter + Handover.calm)
            return "\(shown) as before\(lastWords);"
                + " no reading for \(silence), and after \(rest) the schedule decides."
        case .none, .trusted, .distrusted: return nil
        }
    }

    // MARK: Light that is lost

    var lostLightSentence: String {
        let check = light.sensor.trust.check(at: now.boot)
        let due = decision.fallBackDue(check, rules, at: now) ?? now.boot
        let loss = decision.handover.loss
        if loss?.isSilence == true, let boundary = loss?.boundary, now.wall < boundary,
            boundary - now.wall < due - now.boot
        {
            return "Still \(appearance.rawValue)\(lastWords): \(causeOfLoss),"
                + " so the schedule decides at \(formatter.time(boundary))."
        }
        let isChecked =
            sensor == .warming && !light.sensor.trust.isUnread && light.unreadCause == nil
        let conclusion = isChecked ? "or" : "so"
        return "Still \(appearance.rawValue)\(lastWords): \(causeOfLoss),"
            + " \(conclusion) \(rules.scheduleVote.rawValue) by schedule in \(countdown(to: due))."
    }

    private var causeOfLoss: String {
        switch light.reportEnd {
        case .expired(let lifetime): return "reported light counts for \(lifetime.words)"
        case .sourceGone: return "this source has stopped reporting"
        case nil: break
        }
        return switch sensor {
        case .distrusted: distrustClause
        case .none where decision.reason == .startup: noSensorWords
        case .warming where light.unreadCause != nil: distrustClause
        case .warming where light.sensor.trust.isUnread:
            "the light sensor is back without a reading"
        case .warming: checkClause
        case .none, .trusted, .stale:
            settings.sensorIsOff ? "the light sensor is turned off" : "the light sensor is gone"
        }
    }

    // MARK: The schedule

    var scheduleSentence: String {
        let end = next.map { change in
            let when = change.boundary.map(formatter.boundary) ?? formatter.time(change.at)
            return "; \(change.appearance.rawValue) at \(when)."
        }
        let since = recentBoundary
        let sinceWords = since.map { " since \(formatter.start($0))" } ?? ""
        let polarWords = since == nil ? polarWords : ""
        return "\(shown)\(sinceWords), \(whySchedule)\(placeWords)\(polarWords)\(end ?? ".")"
    }

    /// The words for a sun that is not that of the configured place; empty if it is, or if no time is by the
    /// sun.
    private var placeWords: String {
        guard settings.schedule.sunPlace.origin == .clockElsewhere, settings.schedule.isBySun
        else { return "" }
        let town = settings.schedule.zone.name.split(separator: "/").last ?? ""
        return ", with the sun of \(String(town.map { $0 == "_" ? " " : $0 }))"
    }

    /// The words for a sun that neither rises nor sets; empty if the times are by the clock, or the
    /// sun's times are ordinary ones.
    private var polarWords: String {
        let recent = settings.schedule.marks(from: now.wall - .hours(36), through: now.wall)
        func holds(_ circumstance: Boundary.Circumstance) -> Bool {
            recent.contains { $0.cause.circumstance == circumstance }
        }
        if phase == .day { return holds(.sunStaysUp) ? ", while the sun does not set" : "" }
        return holds(.sunStaysDown) ? ", while the sun does not rise" : ""
    }

    private var whySchedule: String {
        if let end = choice.lightPausedUntil {
            return "by schedule, as you left light out until \(formatter.time(end))"
        }
        if rules.policy == .schedule { return "by schedule, as the configuration asks" }
        if decision.source == .light {
            let word = rules.policy == .darker ? "darker" : "lighter"
            return "by schedule, \(word) than \(levelWords) asks for"
        }
        switch sensor {
        case .none: return "by schedule, as \(noSensorWords)"
        case .warming where light.unreadCause == nil:
            return "by schedule until the light sensor has been checked"
        case .distrusted, .warming: return "by schedule, as \(distrustClause)"
        case .trusted, .stale:
            guard let due = decision.returnDue(isReported: light.isReported), due > now.boot
            else { return "by schedule" }
            let end = formatter.time(now.wall + (due - now.boot))
            return "by schedule until \(end), as the light sensor had fallen silent"
        }
    }

    /// The reason for which no light sensor is in use.
    var noSensorWords: String {
        if settings.sensorIsOff { return "the light sensor is turned off (sensor.source)" }
        return settings.ignoredSensors.isEmpty
            ? "there is no light sensor" : "no light sensor is in use (see sensor.ignore)"
    }

    /// The boundary since which the schedule asks for the same appearance; `nil` if that is days ago.
    private var recentBoundary: Boundary? {
        let recent = settings.schedule.boundaries(after: now.wall - .hours(36), through: now.wall)
        let unlike = recent.lastIndex {
            rules.during($0.to).scheduleVote != rules.scheduleVote
        }
        return unlike.map { $0 + 1 < recent.count ? recent[$0 + 1] : nil } ?? nil
    }
}

extension UnreadCause {
    /// The condition that ends it, as a clause.
    fileprivate var end: String {
        switch self {
        case .lidClosed: "the lid is opened"
        case .sessionLocked: "the session is unlocked"
        case .sessionInactive: "a session of yours is in front"
        case .sessionRemote: "you are at this machine"
        }
    }
}

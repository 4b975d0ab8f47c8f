// The decision in one sentence: its cause, the number and the threshold, and what ends it.
import AppearanceModel

extension Engine {
    func explanationKey(_ sensor: SensorState) -> Explanation.Key {
        Explanation.Key(
            mode: mode, until: until, chosenIn: chosenIn, appearance: appearance, reason: reason,
            sensor: sensor, isPaused: hold.isPaused, pausedUntil: hold.pausedUntil,
            inhibitor: hold.inhibitors.first?.inhibitor, lightIsLost: lightLostAt != nil,
            isLidClosed: circumstances.isLidClosed, isSessionInUse: circumstances.isSessionInUse,
            isWaking: circumstances.wakeCheck != nil)
    }

    func explain(_ sensor: SensorState, next: UpcomingChange?, at now: Moment) -> String {
        let wording = Wording(zone: settings.schedule.zone, now: now.wall)
        switch reason {
        case .manual: return explainChoice(wording)
        case .inhibited: return explainHold(wording)
        case .sensor where lightLostAt != nil && sensor != .warming,
            .startup where lightLostAt != nil:
            return explainLostLight(sensor, wording, at: now)
        case .sensor where fed == nil:
            return explainUnreadLight(sensor) ?? explainWaiting(at: now.boot)
                ?? explainLight(next: next, wording)
        case .sensor: return explainWaiting(at: now.boot) ?? explainLight(next: next, wording)
        case .schedule: return explainSchedule(sensor, next: next, wording, at: now)
        case .startup: return explainUnreadLight(sensor) ?? explainCheck
        }
    }

    private var shown: String { Wording.capitalized(appearance) }

    private func explainChoice(_ wording: Wording) -> String {
        guard let until else {
            return "\(shown), because you chose it; it stays until you change it."
        }
        let place = chosenIn.map { " in \($0.settingsName)" } ?? ""
        return
            "\(shown) until \(wording.time(until)), because you chose it\(place); then automatic again."
    }

    private func explainHold(_ wording: Wording) -> String {
        if let holder = hold.inhibitors.first?.inhibitor, !hold.isPaused {
            let who = Wording.name(holder.who)
            return
                "\(shown), because \(who) holds it (\(Wording.name(holder.why))) until it lets go."
        }
        guard let end = hold.pausedUntil else {
            return "\(shown), because you paused all changes; it stays until you resume."
        }
        return
            "\(shown) until \(wording.time(end)), because you paused all changes; then automatic again."
    }

    // MARK: Light

    /// That the sensor is to be believed again before it counts.
    private var explainCheck: String {
        let since = circumstances.wakeCheck == nil ? "before" : "before the suspend"
        return "\(shown), as \(since), until the light sensor has been checked, within 60 s."
    }

    /// That the sensor is not heard now, and what follows from that; nil when it is.
    private func explainUnreadLight(_ sensor: SensorState) -> String? {
        let last = (light ?? lastLight).map { Wording.light($0.value, $0.unit) }
        let cause = last.map { ", because \(lastly) \($0)" } ?? ", as before"
        if circumstances.isLidClosed {
            return
                "\(shown)\(cause); the lid is closed, and after 60 s of that the schedule decides."
        }
        if !circumstances.isSessionInUse, plan == .off {
            return "\(shown)\(cause); no reading until the session is unlocked and in front."
        }
        switch sensor {
        case .warming: return explainCheck
        case .stale:
            let silence = Wording.silence(trust.staleAfter)
            let rest = Wording.silence(trust.distrustAfter + Handover.calm)
            return
                "\(shown)\(cause); no reading for \(silence), and after \(rest) the schedule decides."
        case .none, .trusted, .distrusted: return nil
        }
    }

    private func explainLight(next: UpcomingChange?, _ wording: Wording) -> String {
        let lux = light?.value ?? 0
        switch appearance {
        case .light:
            let rule = rule(lux >= thresholds.lightAbove, thresholds.lightAbove, "or more is light")
            let end = explainNext(next, wording) ?? "dark"
            return "\(shown), because \(room) \(level)\(rule);"
                + " \(end) at \(limit(\.darkBelow)) or less."
        case .dark:
            let end = explainNext(next, wording) ?? "light"
            let tail = "\(end) at \(limit(\.lightAbove)) or more."
            if previous == .night, steadying.level == .night, agenda.phase != .night {
                return
                    "\(shown), because the night window is over, with \(level); \(tail)"
            }
            let rule = rule(lux <= thresholds.darkBelow, thresholds.darkBelow, "or less is dark")
            return "\(shown), because \(room) \(level)\(rule); \(tail)"
        case .night:
            return explainNight(lux, next: next, wording)
        }
    }

    /// That the light asks for something else, which it must for a while; nil when it does not.
    private func explainWaiting(at now: BootTime) -> String? {
        guard light != nil, let change = steadying.pending(at: now) else { return nil }
        let target = change.target
        let vote = settings.ambient.combined(level: target, in: agenda.phase)
        guard vote.appearance == target, target != appearance else { return nil }
        let rule =
            switch target {
            case .light: "\(Wording.lux(thresholds.lightAbove)) or more is light"
            case .dark where appearance == .night:
                "\(Wording.lux(thresholds.nightAbove)) or more is dark"
            case .dark: "\(Wording.lux(thresholds.darkBelow)) or less is dark"
            case .night: "\(Wording.lux(thresholds.nightBelow)) or less is night"
            }
        let span = (change.due - change.since).words
        return "\(shown), though \(room) \(level) (\(rule));"
            + " \(target.rawValue) if that lasts \(span)."
    }

    /// `the room had`, or who said so: the number was so when the sentence was made.
    private var room: String {
        if let fed { return "\(Wording.name(fed.source)) said" }
        return sensorUnit == .lux ? "the room had" : "the light sensor said"
    }

    private var lastly: String {
        sensorUnit == .lux ? "the room last had" : "the light sensor last said"
    }

    /// The light as it is now, `412 lux`.
    private var level: String {
        let now = light ?? lastLight
        return Wording.light(now?.value ?? 0, now?.unit ?? lightUnit)
    }

    private func limit(_ threshold: KeyPath<Thresholds, Double>) -> String {
        Wording.light(thresholds[keyPath: threshold], lightUnit)
    }

    private func explainNight(
        _ lux: Double, next: UpcomingChange?, _ wording: Wording
    ) -> String {
        let end = next.map { " or at \(wording.time($0.at))" } ?? ""
        if steadying.level == .night {
            let rule = rule(lux <= thresholds.nightBelow, thresholds.nightBelow, "or less is night")
            return "\(shown), because \(room) \(level)\(rule);"
                + " it ends at \(limit(\.nightAbove))\(end)."
        }
        return "\(shown), because it is night by the schedule and \(room) \(level);"
            + " it ends at \(limit(\.lightAbove))\(end)."
    }

    /// ` (40 or less is dark)`, where the level is beyond its own threshold.
    private func rule(_ applies: Bool, _ threshold: Double, _ words: String) -> String {
        applies ? " (\(Wording.lux(threshold)) \(words))" : ""
    }

    private func explainNext(_ next: UpcomingChange?, _ wording: Wording) -> String? {
        guard let next else { return nil }
        let other: Appearance = appearance == .light ? .dark : .light
        let coming = "\(next.appearance.rawValue) at \(wording.time(next.at))"
        return next.appearance == other ? "\(coming) or" : "\(coming), \(other.rawValue)"
    }

    private func explainLostLight(
        _ sensor: SensorState, _ wording: Wording, at now: Moment
    ) -> String {
        let target = settings.ambient.scheduleVote(in: agenda.phase)
        let wait = fallBackDue(at: now).map { $0 - now.boot } ?? .zero
        let cause =
            switch (fedExpired, sensor) {
            case (true, _): "a fed level is too old to count"
            case (false, .distrusted) where circumstances.isLidClosed: "the lid is closed"
            case (false, .distrusted) where trust.isStuckNow: "the light sensor is stuck"
            case (false, .distrusted) where trust.isStill:
                "the light sensor has said the same for 30 min"
            case (false, .distrusted): "no reading for \(Wording.silence(trust.distrustAfter))"
            case (false, _): "the light sensor is gone"
            }
        let last =
            (light ?? lastLight).map {
                ", because the last light was \(Wording.light($0.value, $0.unit))"
            } ?? ""
        if handover.loss?.isSilence == true, let boundary = handover.loss?.boundary,
            now.wall < boundary, boundary - now.wall < wait
        {
            return
                "\(shown)\(last); \(cause), so the schedule decides at \(wording.time(boundary))."
        }
        return "\(shown)\(last); \(cause), so \(target.rawValue) by schedule in \(wait.words)."
    }

    // MARK: Schedule

    private func explainSchedule(
        _ sensor: SensorState, next: UpcomingChange?, _ wording: Wording, at now: Moment
    ) -> String {
        let end = next.map { change in
            let when = change.boundary.map(wording.boundary) ?? wording.time(change.at)
            return "; \(change.appearance.rawValue) at \(when)."
        }
        return "\(shown)\(explainSince(wording)), \(explainWhySchedule(sensor, wording, at: now))"
            + "\(explainPolarSun(wording))\(end ?? ".")"
    }

    /// ` since sunset (18:42)`, unless that was days ago.
    private func explainSince(_ wording: Wording) -> String {
        recentScheduleChange(wording.now).map { " since \(wording.boundary($0))" } ?? ""
    }

    private func explainPolarSun(_ wording: Wording) -> String {
        guard recentScheduleChange(wording.now) == nil else { return "" }
        return agenda.phase == .day
            ? ", while the sun does not set" : ", while the sun does not rise"
    }

    /// What the sensor said last, as it is.
    var lastRead: String { Wording.light(rawLight ?? 0, sensorUnit) }

    private func explainWhySchedule(
        _ sensor: SensorState, _ wording: Wording, at now: Moment
    ) -> String {
        if settings.ambient.policy == .schedule { return "by schedule, as the configuration asks" }
        if authority == .light {
            let word = settings.ambient.policy == .darker ? "darker" : "lighter"
            return "by schedule, \(word) than the room's \(level)"
        }
        switch sensor {
        case .none: return "by schedule, as there is no light sensor"
        case .distrusted where circumstances.isLidClosed:
            return "by schedule, as the lid is closed"
        case .warming where circumstances.isLidClosed:
            return "by schedule, as the lid is closed"
        case .warming: return "by schedule until the light sensor has been checked"
        case .distrusted where trust.isDoubted && trust.isStuckNow:
            return "by schedule, as the sensor said only \(lastRead)"
                + " since the suspend"
        case .distrusted where trust.isStuckNow:
            return "by schedule, as the sensor is stuck at \(lastRead)"
        case .distrusted where trust.isStill:
            return "by schedule, as the sensor has said \(lastRead) for 30 min"
        case .distrusted:
            return "by schedule, as the sensor gave no reading for"
                + " \(Wording.silence(trust.distrustAfter))"
        case .trusted, .stale:
            guard let due = lightReturnDue, due > now.boot else { return "by schedule" }
            let end = wording.time(now.wall + (due - now.boot))
            return "by schedule until \(end), as the light sensor had fallen silent"
        }
    }

    /// The boundary since which the schedule has asked for what it asks for now; nil when it has
    /// for days.
    private func recentScheduleChange(_ now: WallTime) -> Boundary? {
        let vote = settings.ambient.scheduleVote(in: agenda.phase)
        let recent = settings.schedule.boundaries(after: now - .hours(36), through: now)
        let unlike = recent.lastIndex { settings.ambient.scheduleVote(in: $0.to) != vote }
        return unlike.map { $0 + 1 < recent.count ? recent[$0 + 1] : nil } ?? nil
    }
}

// The whole of a decision, input by input.
package import AppearanceModel

extension Engine {
    /// Why the appearance is what it is, with the numbers of this moment.
    package func rationale(at now: Moment) -> Rationale {
        var copy = self
        let waiting = waitingChange(at: now)
        let next = copy.upcomingChange(waiting, at: now)
        return Rationale(
            appearance: appearance, since: since, mode: mode, reason: reason, until: until,
            inputs: inputs(at: now),
            light: Rationale.Light(
                filtered: light?.value, raw: fed.map(\.lux.value) ?? rawLight,
                unit: lightUnit, thresholds: thresholds),
            dwell: waiting.map { waiting in
                .init(
                    target: waiting.target, elapsed: now.boot - waiting.since,
                    needed: waiting.due - waiting.since)
            },
            next: next.map { .init(at: $0.at, appearance: $0.appearance, why: $0.why) })
    }

    private func inputs(at now: Moment) -> [Rationale.Input] {
        let wording = ExplanationFormatter(zone: settings.schedule.zone, now: now.wall)
        return [choiceInput(wording), holdInput(wording)] + lightInputs(at: now.boot) + [
            scheduleInput(wording)
        ]
    }

    private func choiceInput(_ wording: ExplanationFormatter) -> Rationale.Input {
        let why =
            if mode == .auto {
                "mode is auto: nothing was chosen"
            } else if let until {
                "you chose \(mode.rawValue)\(chosenIn.map { " in \($0.settingsName)" } ?? "")"
                    + " until \(wording.time(until))"
            } else {
                "you chose \(mode.rawValue)"
            }
        return .init(
            name: "manual", vote: mode.fixedAppearance, weight: mode == .auto ? .ignored : .decides,
            why: why)
    }

    private func holdInput(_ wording: ExplanationFormatter) -> Rationale.Input {
        let holders = hold.inhibitors.map { "\($0.inhibitor.who) (\($0.inhibitor.why))" }
        let end = hold.pausedUntil.map { " until \(wording.time($0))" } ?? ""
        let paused = hold.isPaused ? ["you paused all changes\(end)"] : []
        let why = (paused + holders).joined(separator: ", ")
        return .init(
            name: "pause", vote: hold.isActive ? appearance : nil,
            weight: reason == .inhibited ? .decides : hold.isActive ? .held : .ignored,
            why: why.isEmpty ? "nothing holds changes back" : why)
    }

    private func lightInputs(at now: BootTime) -> [Rationale.Input] {
        var inputs: [Rationale.Input] = []
        let vote = settings.ambient.lightVote(for: steadying.level, in: cursor.phase)
        if let fed {
            inputs.append(
                .init(
                    name: "fed", vote: vote, weight: lightWeight,
                    why: "\(fed.source) says \(ExplanationFormatter.lux(fed.lux.value)) lux"))
        }
        let state = trust.state(at: now)
        let isBelieved = state == .trusted || state == .stale
        inputs.append(
            .init(
                name: "sensor", vote: isBelieved ? vote : nil,
                weight: fed == nil && isBelieved
                    ? lightWeight : state == .warming ? .held : .ignored,
                why: sensorWords(state, at: now)))
        return inputs
    }

    private var lightWeight: Rationale.Weight {
        switch reason {
        case .sensor: .decides
        case .schedule, .startup: .held
        case .manual, .inhibited: .ignored
        }
    }

    private func sensorWords(_ state: SensorState, at now: BootTime) -> String {
        if state != .none, let words = unreadWords { return words }
        return switch state {
        case .none: noSensorWords
        case .warming: "the light sensor is being checked"
        case .trusted: "\(seen) \(ExplanationFormatter.light(filter.level?.lux ?? 0, sensorUnit))"
        case .stale:
            "no reading for \(ExplanationFormatter.silence(trust.staleAfter)); the last level still counts"
        case .distrusted where trust.isDoubted && trust.hasNeverVaried:
            "it has said \(lastRead) since the suspend and nothing else"
        case .distrusted where trust.hasNeverVaried:
            "stuck: it has said \(lastRead) since it was found"
        case .distrusted where trust.isReportedStuck:
            "stuck: it has said \(lastRead) for 30 min of readings; it counts again once it moves"
        case .distrusted: "no reading for \(ExplanationFormatter.silence(trust.distrustAfter))"
        }
    }

    private var seen: String { sensorUnit == .lux ? "the room has" : "the light sensor says" }

    /// Why the sensor is not touched now; nil when it is, or when nothing of it is wanted.
    private var unreadWords: String? {
        if conditions.isLidClosed { return "not read, as the lid is closed" }
        if !conditions.isSessionInUse, plan == .off {
            return "not read, as the session is locked or not in front"
        }
        if conditions.suspendingSince != nil { return "not read, as the machine is suspended" }
        guard conditions.restsUntil != nil else { return nil }
        return conditions.resumeGate == nil
            ? "left alone for 2 s, as the lid was opened"
            : "left alone for some seconds, as the machine was suspended"
    }

    private func scheduleInput(_ wording: ExplanationFormatter) -> Rationale.Input {
        let phase =
            switch cursor.phase {
            case .day: "it is day"
            case .evening: "it is evening"
            case .night: "it is night"
            }
        let until = cursor.next.map { " until \(wording.boundary($0))" } ?? ""
        return .init(
            name: "schedule", vote: settings.ambient.scheduleVote(in: cursor.phase),
            weight: reason == .schedule ? .decides : reason == .sensor ? .held : .ignored,
            why: "\(phase) by the schedule\(until)")
    }
}

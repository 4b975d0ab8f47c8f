// The decision input by input.
package import AppearanceModel

extension Reasoning {
    var rationale: Rationale {
        var light = Rationale.Light(
            filtered: light.level?.value, raw: light.report.map(\.lux.value) ?? light.sensor.raw,
            unit: light.unit, thresholds: thresholds)
        light.report = self.light.report.map {
            Rationale.Report(age: now.boot - $0.at, isConnected: $0.connection != nil)
        }
        return Rationale(
            appearance: decision.shown, since: decision.since, mode: choice.mode,
            reason: decision.reason, until: choice.until,
            inputs: [choiceInput, pauseInput] + mannersInputs + lightInputs + [scheduleInput],
            light: light,
            dwell: waiting.map { waiting in
                .init(
                    target: waiting.target, elapsed: now.boot - waiting.since,
                    needed: waiting.due - waiting.since)
            },
            next: next.map { .init(at: $0.at, appearance: $0.appearance, why: $0.why) },
            crossings: decision.source == .light && waiting == nil && !isLightLost ? crossings : [])
    }

    private var choiceInput: Rationale.Input {
        let mode = choice.mode
        let why =
            if mode == .auto {
                "mode is auto: nothing was chosen"
            } else if let until = choice.until {
                "you chose \(mode.rawValue)\(choice.desktop.map { " in \($0.settingsName)" } ?? "")"
                    + " until \(formatter.time(until))"
            } else {
                "you chose \(mode.rawValue)"
            }
        return .init(
            name: "manual", vote: mode.fixedAppearance, weight: mode == .auto ? .ignored : .decides,
            why: why)
    }

    /// The circumstance that keeps a change waiting, once a program reports, or a change waits.
    private var mannersInputs: [Rationale.Input] {
        guard manners.hasReports || decision.isWaiting else { return [] }
        let cause = manners.cause(settings.change, light.conditions.session, at: now.boot)
        return [
            .init(
                name: "manners", vote: decision.isWaiting ? decision.shown : nil,
                weight: decision.isWaiting ? .decides : cause == nil ? .ignored : .standby,
                why: cause?.words ?? "nothing keeps a change waiting")
        ]
    }

    private var pauseInput: Rationale.Input {
        let holders = choice.inhibitors.map { "\($0.who) (\($0.why))" }
        let end = choice.pausedUntil.map { " until \(formatter.time($0))" } ?? ""
        let paused = choice.isPaused ? ["you paused all changes\(end)"] : []
        let why = (paused + holders).joined(separator: ", ")
        return .init(
            name: "pause", vote: choice.isHeld ? appearance : nil,
            weight: decision.reason == .inhibited ? .decides : choice.isHeld ? .standby : .ignored,
            why: why.isEmpty ? "changes are neither paused nor inhibited" : why)
    }

    private var lightInputs: [Rationale.Input] {
        var inputs: [Rationale.Input] = []
        // While you or a program decide, light that decides again does so without a dwell time.
        let level =
            decision.source == .user
            ? light.dwellWithoutDelay(at: now.boot).level : light.dwell.level
        let vote = rules.lightVote(for: level)
        if let report = light.report {
            inputs.append(
                .init(
                    name: "fed", vote: vote, weight: lightWeight,
                    why: "\(report.source) reports "
                        + "\(ExplanationFormatter.lux(report.lux.value)) lux\(age(of: report))"
                        + (waitingClause ?? ""))
            )
        }
        for report in light.reports.others
            + (!light.isReported ? light.reports.deciding.map { [$0] } ?? [] : [])
        {
            inputs.append(
                .init(
                    name: "fed", vote: nil, weight: .ignored,
                    why:
                        "\(report.source) reports \(ExplanationFormatter.lux(report.lux.value)) lux"
                        + "\(age(of: report)); another source decides"))
        }
        // The level is that of the report, if there is one.
        let counts = !light.isReported && (sensor == .trusted || sensor == .stale)
        inputs.append(
            .init(
                name: "sensor", vote: counts ? vote : nil,
                weight: counts ? lightWeight : sensor == .warming ? .standby : .ignored,
                why: sensorWords + (counts && light.isReading ? waitingClause ?? "" : "")))
        return inputs
    }

    /// Returns the age of a level in parentheses; nothing for one of this minute.
    private func age(of report: LightReport) -> String {
        let age = now.boot - report.at
        return age < .minutes(1) ? "" : " (\(age.age) ago)"
    }

    private var lightWeight: Rationale.Weight {
        switch decision.reason {
        case .sensor: .decides
        case .schedule, .startup: .standby
        case .manual, .inhibited: .ignored
        }
    }

    private var sensorWords: String {
        if sensor != .none, let words = unreadWords { return words }
        return switch sensor {
        case .none: noSensorWords
        case .warming: checkClause
        case .trusted where !light.isReading:
            "not read, as it does not decide"
                + (lastLevelWords.map { "; the last level was \($0)" } ?? "")
        case .trusted:
            "\(light.sensor.unit == .lux ? "the room has" : "the light sensor reports")"
                + " \(lastLevelWords ?? "an unknown level")"
                + (light.sensorRole.label.map { " by \($0)" } ?? "")
        case .stale:
            "no reading for \(ExplanationFormatter.silence(light.sensor.trust.staleAfter));"
                + " the last level still counts"
        case .distrusted
        where light.sensor.trust.hasNeverVaried || light.sensor.trust.isReportedStuck:
            "\(distrustClause); it counts again once its value varies"
        case .distrusted: distrustClause
        }
    }

    /// The last level of the sensor; `nil` without one.
    private var lastLevelWords: String? {
        light.sensor.filter.level.map { ExplanationFormatter.light($0.lux, light.sensor.unit) }
    }

    /// The reason for which the sensor is not read now; `nil` if it is, or if it is not needed.
    private var unreadWords: String? {
        let conditions = light.conditions
        if let cause = light.unreadCause { return "not read, as \(cause.words)" }
        if conditions.suspendingSince != nil { return "not read, as the machine is suspended" }
        guard conditions.restsUntil != nil else { return nil }
        return light.sensor.gate == nil
            ? "left alone for 2 s, as the lid was opened"
            : "left alone for some seconds, as the machine was suspended"
    }

    private var scheduleInput: Rationale.Input {
        let until = boundary.map { " until \(formatter.boundary($0))" } ?? ""
        let reason = decision.reason
        return .init(
            name: "schedule", vote: rules.scheduleVote,
            weight: reason == .schedule ? .decides : reason == .sensor ? .standby : .ignored,
            why: "it is \(phase.rawValue) by the schedule\(until)")
    }
}

extension Rationale.Input {
    /// A light sensor that is not in use and could be, with the reason for which it is not.
    package init(
        sensor name: String, light: LightReading?, age: Microseconds?, isWorking: Bool,
        why: String
    ) {
        var words = "\(name): "
        if let light {
            words += "it reads \(ExplanationFormatter.light(light.value, light.unit))"
            words += age.map { ", \($0.age) ago; " } ?? "; "
        }
        self.init(
            name: "sensor", vote: nil, weight: isWorking ? .standby : .ignored, why: words + why)
    }
}

// Sentences for the schedule.
import AppearanceModel

extension Engine {
    func explainSchedule(
        _ sensor: SensorState, next: UpcomingChange?, _ wording: ExplanationFormatter,
        at now: Moment
    ) -> String {
        let end = next.map { change in
            let when = change.boundary.map(wording.boundary) ?? wording.time(change.at)
            return "; \(change.appearance.rawValue) at \(when)."
        }
        return "\(shown)\(explainSince(wording)), \(explainWhySchedule(sensor, wording, at: now))"
            + "\(explainPolarSun(wording))\(end ?? ".")"
    }

    /// ` since sunset (18:42)`, unless that was days ago.
    private func explainSince(_ wording: ExplanationFormatter) -> String {
        recentScheduleChange(wording.now).map { " since \(wording.boundary($0))" } ?? ""
    }

    private func explainPolarSun(_ wording: ExplanationFormatter) -> String {
        guard recentScheduleChange(wording.now) == nil else { return "" }
        return cursor.phase == .day
            ? ", while the sun does not set" : ", while the sun does not rise"
    }

    /// What the sensor said last, as it is.
    var lastRead: String { ExplanationFormatter.light(rawLight ?? 0, sensorUnit) }

    private func explainWhySchedule(
        _ sensor: SensorState, _ wording: ExplanationFormatter, at now: Moment
    ) -> String {
        if settings.ambient.policy == .schedule { return "by schedule, as the configuration asks" }
        if authority == .light {
            let word = settings.ambient.policy == .darker ? "darker" : "lighter"
            return "by schedule, \(word) than \(levelWords) asks for"
        }
        switch sensor {
        case .none: return "by schedule, as \(noSensorWords)"
        case .distrusted where conditions.isLidClosed:
            return "by schedule, as the lid is closed"
        case .warming where conditions.isLidClosed:
            return "by schedule, as the lid is closed"
        case .warming: return "by schedule until the light sensor has been checked"
        case .distrusted where trust.isDoubted && trust.hasNeverVaried:
            return "by schedule, as the sensor said only \(lastRead)"
                + " since the suspend"
        case .distrusted where trust.hasNeverVaried:
            return "by schedule, as the sensor is stuck at \(lastRead)"
        case .distrusted where trust.isReportedStuck:
            return "by schedule, as the sensor has said \(lastRead) for 30 min"
        case .distrusted:
            return "by schedule, as the sensor gave no reading for"
                + " \(ExplanationFormatter.silence(trust.distrustAfter))"
        case .trusted, .stale:
            guard let due = lightReturnDue, due > now.boot else { return "by schedule" }
            let end = wording.time(now.wall + (due - now.boot))
            return "by schedule until \(end), as the light sensor had fallen silent"
        }
    }

    /// Why no light sensor is used: one that exists may be turned off, or be among those to ignore.
    var noSensorWords: String {
        if settings.sensorIsOff { return "the light sensor is turned off (sensor.source)" }
        return settings.ignoredSensors.isEmpty
            ? "there is no light sensor" : "no light sensor is in use (see sensor.ignore)"
    }

    /// The boundary since which the schedule has asked for what it asks for now; nil when it has
    /// for days.
    private func recentScheduleChange(_ now: WallTime) -> Boundary? {
        let vote = settings.ambient.scheduleVote(in: cursor.phase)
        let recent = settings.schedule.boundaries(after: now - .hours(36), through: now)
        let unlike = recent.lastIndex { settings.ambient.scheduleVote(in: $0.to) != vote }
        return unlike.map { $0 + 1 < recent.count ? recent[$0 + 1] : nil } ?? nil
    }
}

// The decision in one sentence: what is in effect, its cause with the number, and what ends it.
import AppearanceModel

extension Engine {
    func explanationKey(
        _ sensor: SensorState, next: UpcomingChange?, waiting: WaitingChange?
    ) -> Explanation.Key {
        Explanation.Key(
            mode: mode, until: until, chosenIn: chosenIn, appearance: appearance, reason: reason,
            sensor: sensor, isPaused: hold.isPaused, pausedUntil: hold.pausedUntil,
            inhibitors: hold.inhibitors.map(\.inhibitor), lightIsLost: lightLostAt != nil,
            level: authority == .light ? steadying.level : nil, source: fed?.source,
            next: next?.at, pending: waiting?.target, pendingDue: waiting?.due,
            isLidClosed: conditions.isLidClosed, isSessionInUse: conditions.isSessionInUse,
            isWaking: conditions.resumeGate != nil)
    }

    func explain(
        _ sensor: SensorState, next: UpcomingChange?, waiting: WaitingChange?, at now: Moment
    ) -> String {
        let wording = ExplanationFormatter(zone: settings.schedule.zone, now: now.wall)
        switch reason {
        case .manual: return explainChoice(wording)
        case .inhibited: return explainHold(wording)
        case .sensor where lightLostAt != nil && sensor != .warming,
            .startup where lightLostAt != nil:
            return explainLostLight(sensor, wording, at: now)
        case .sensor:
            let unread = fed == nil ? explainUnreadLight(sensor) : nil
            if let sentence = unread ?? explainWaiting(waiting, at: now) { return sentence }
            return isAgainstLight
                ? explainSchedule(sensor, next: next, wording, at: now)
                : explainLight(next: next, wording)
        case .schedule:
            return explainWaiting(waiting, at: now)
                ?? explainSchedule(sensor, next: next, wording, at: now)
        case .startup: return explainUnreadLight(sensor) ?? explainCheck
        }
    }

    var shown: String { ExplanationFormatter.capitalized(appearance) }

    // MARK: Choices, a pause and inhibitors

    private func explainChoice(_ wording: ExplanationFormatter) -> String {
        guard let until else {
            return "\(shown), because you chose it; it stays until you change it."
        }
        let place = chosenIn.map { " in \($0.settingsName)" } ?? ""
        return "\(shown) until \(wording.time(until)), because you chose it\(place);"
            + " then \(explainAfterChoice(until, wording))."
    }

    /// What follows a choice: a pause or a program that outlasts it goes on holding.
    private func explainAfterChoice(_ end: WallTime, _ wording: ExplanationFormatter) -> String {
        guard hold.isActive(at: end), let held = hold.appearance else { return "automatic again" }
        let isPaused = hold.isPaused && hold.pausedUntil.map { $0 > end } ?? true
        return "\(held.rawValue), \(heldBy(isPaused: isPaused, wording))"
    }

    private func explainHold(_ wording: ExplanationFormatter) -> String {
        guard hold.isPaused else { return "\(shown), \(heldBy(isPaused: false, wording))." }
        guard hold.inhibitors.isEmpty
        else { return "\(shown), \(heldBy(isPaused: true, wording))." }
        guard let end = hold.pausedUntil else {
            return "\(shown), because you paused all changes; it stays until you resume."
        }
        return
            "\(shown) until \(wording.time(end)), because you paused all changes; then automatic again."
    }

    /// `paused until 18:00 and held by Cinema (a film is on)`.
    private func heldBy(isPaused: Bool, _ wording: ExplanationFormatter) -> String {
        let end = hold.pausedUntil.map { "until \(wording.time($0))" } ?? "until you resume"
        let pause = isPaused ? ["paused \(end)"] : []
        let others = hold.inhibitors.count - 1
        let holders = hold.inhibitors.first.map { holder in
            let who = ExplanationFormatter.name(holder.inhibitor.who)
            let more = others == 0 ? "" : others == 1 ? " and another" : " and \(others) others"
            return "held by \(who) (\(ExplanationFormatter.name(holder.inhibitor.why)))\(more)"
        }
        return (pause + [holders].compactMap(\.self)).joined(separator: " and ")
    }
}

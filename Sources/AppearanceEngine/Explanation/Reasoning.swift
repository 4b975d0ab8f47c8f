// The decision in one sentence: what is in effect, why, with the number, and what will change it.

import AppearanceModel

/// A decision and all its inputs at one moment, from which both the rationale and the sentence are
/// made.
struct Reasoning: Sendable {
    let settings: EngineSettings
    let choice: UserChoice
    let light: LightState
    let decision: Decision
    let manners: Manners
    /// The phase of the schedule.
    let phase: Phase
    /// The boundary that ends the phase; `nil` if none is known.
    let boundary: Boundary?
    /// The next change of the appearance; `nil` if none is known.
    let next: UpcomingChange?
    /// The change that waits for its dwell time; `nil` if there is none.
    let waiting: WaitingChange?
    let now: Moment
    /// Whether the numbers that vary are left out of the sentence.
    var omitsNumbers = false
    /// Whether the names of the programs for which a change waits are left out of the sentence.
    var omitsPrograms = false

    var sensor: SensorState { light.sensor.trust.state(at: now.boot) }
    var rules: DecisionRules { DecisionRules(settings.ambient, in: phase) }
    var formatter: ExplanationFormatter {
        ExplanationFormatter(zone: settings.schedule.zone, now: now.wall)
    }
    var appearance: Appearance { decision.appearance }
    var isLightLost: Bool { decision.handover.loss != nil }
    /// The decided appearance as the first word of a sentence.
    var shown: String { appearance.rawValue.capitalizedFirst }
}

/// A sentence, which is kept until its facts change, while its numbers vary.
struct Explanation: Sendable {
    /// The sentence without the numbers that vary.
    let facts: String
    let sentence: String
}

extension Reasoning {
    /// The sentence without the numbers that vary.
    var facts: String {
        var copy = self
        copy.omitsNumbers = true
        return copy.sentence
    }

    /// The sentence without the names of the programs for which a change waits, or has waited; `nil` if it names
    /// none.
    var sentenceWithoutPrograms: String? {
        guard let cause = manners.cause ?? manners.overdue?.cause, !cause.who.isEmpty
        else { return nil }
        var copy = self
        copy.omitsPrograms = true
        return copy.sentence
    }

    /// Returns the circumstance of a wait as the sentence names it.
    private func named(_ cause: WaitCause) -> WaitCause {
        // Without any name, that of `programs` is the search for them.
        omitsPrograms && !cause.who.isEmpty
            ? WaitCause(cause.kind, who: cause.kind == .programs ? "a program" : "") : cause
    }

    /// Returns words about the level of the light, which are no fact.
    func varying(_ words: @autoclosure () -> String) -> String { omitsNumbers ? "" : words() }

    /// Returns the seconds until a pending change; as a fact, its time.
    func countdown(to due: BootTime) -> String {
        omitsNumbers ? "\(due.microsecondsSinceBoot)" : (due - now.boot).inWholeSeconds.words
    }

    /// The sentence.
    var sentence: String {
        if decision.isHeldBack {
            return "Still \(decision.shown.rawValue): four changes in a second would flash;"
                + " \(appearance.rawValue) within a second."
        }
        if decision.isWaiting, let cause = manners.cause {
            return waitSentence(named(cause))
        }
        let sentence = decidedSentence
        guard let overdue = manners.overdue, decision.isAutomatic else { return sentence }
        return "\(sentence.dropLast()); changed after waiting \(overdue.span.words) for"
            + " \(named(overdue.cause).endWords)."
    }

    /// The sentence about a change that waits.
    private func waitSentence(_ cause: WaitCause) -> String {
        let input = decision.reason == .sensor ? "by the light" : "by schedule"
        let since = manners.since.map { " since \(formatter.time(now.wall - (now.boot - $0)))" }
        let end = waiting.map { ", until \(formatter.time($0.at)) at most" } ?? ""
        return "Still \(decision.shown.rawValue): \(appearance.rawValue)\(since ?? "") \(input);"
            + " waits while \(cause.words)\(end)."
    }

    /// The sentence about the decision, which is in effect.
    private var decidedSentence: String {
        switch decision.reason {
        case .manual: return choiceSentence
        case .inhibited: return pauseSentence
        case .sensor where isLightLost, .startup where isLightLost: return lostLightSentence
        case .sensor:
            let unread = !light.isReported ? unreadLightSentence : nil
            if let sentence = unread ?? waitingSentence { return sentence }
            return isAgainstLight ? scheduleSentence : lightSentence
        case .schedule: return waitingSentence ?? scheduleSentence
        case .startup: return unreadLightSentence ?? checkSentence
        }
    }

    // MARK: Overrides, a pause and inhibitors

    private var choiceSentence: String {
        guard let until = choice.until else {
            return "\(shown), because you chose it; it stays until you change it."
        }
        let place = choice.desktop.map { " in \($0.settingsName)" } ?? ""
        return "\(shown) until \(formatter.time(until)), because you chose it\(place);"
            + " then \(afterChoice(until))."
    }

    /// Returns the state after an override: a pause or an inhibitor may outlast it.
    private func afterChoice(_ end: WallTime) -> String {
        guard choice.isHeld(at: end), let held = choice.heldAppearance
        else { return "automatic again" }
        return "\(held.rawValue), \(heldBy(isPaused: choice.isPaused(at: end)))"
    }

    private var pauseSentence: String {
        guard choice.isPaused else { return "\(shown), \(heldBy(isPaused: false))." }
        guard choice.inhibitors.isEmpty else { return "\(shown), \(heldBy(isPaused: true))." }
        guard let end = choice.pausedUntil else {
            return "\(shown), because you paused all changes; it stays until you resume."
        }
        if choice.pausedUntilEvent == .changeAfterNext { return skipSentence(end) }
        return "\(shown) until \(formatter.time(end)), because you paused all changes;"
            + " then automatic again."
    }

    /// The sentence about a change that the user skips: the next boundary, unless it has passed.
    private func skipSentence(_ end: WallTime) -> String {
        let isAhead = boundary.map { rules.during($0.to).scheduleVote != appearance && $0.at < end }
        let turn = isAhead == true ? boundary.map { " past \(formatter.time($0.at))," } ?? "" : ""
        return "\(shown) stays\(turn) until \(formatter.time(end)): you skipped the change before."
    }

    /// Returns `paused until 18:00 and held by Cinema (a film is on)`.
    private func heldBy(isPaused: Bool) -> String {
        let end = choice.pausedUntil.map { "until \(formatter.time($0))" } ?? "until you resume"
        let pause = isPaused ? ["paused \(end)"] : []
        let inhibitors = choice.inhibitors
        let others = inhibitors.count - 1
        let holders = inhibitors.first.map { holder in
            let who = ExplanationFormatter.name(holder.who)
            let more = others == 0 ? "" : others == 1 ? " and another" : " and \(others) others"
            return "held by \(who) (\(ExplanationFormatter.name(holder.why)))\(more)"
        }
        return (pause + [holders].compactMap(\.self)).joined(separator: " and ")
    }
}

/// Formats numbers, times and names in explanations.
struct ExplanationFormatter: Sendable {
    /// The length at which names are truncated.
    private static let longestName = 24

    let zone: TimeZoneRules
    let now: WallTime

    /// Returns a level with at most two significant digits below 10 lux, in whole lux above.
    static func lux(_ value: Double) -> String {
        let clamped = min(max(value, 0), 1_000_000)
        if clamped >= 9.95 { return "\(Int(clamped.rounded()))" }
        let tenths = Int((clamped * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Returns `412 lux` or `40 %`.
    static func light(_ value: Double, _ unit: LightUnit) -> String {
        switch unit {
        case .lux: "\(lux(value)) lux"
        case .percent: "\(lux(value)) %"
        }
    }

    /// Returns `60 s`, and from two minutes on `6 min`.
    static func silence(_ span: Microseconds) -> String {
        span < .minutes(2) ? "\(span.count / 1_000_000) s" : span.words
    }

    static func name(_ text: String) -> String {
        text.count <= longestName ? text : text.prefix(longestName - 1) + "…"
    }

    /// Returns `06:51`, with the day if the time alone is ambiguous, and with the year if it differs.
    func time(_ instant: WallTime) -> String {
        isNear(instant) ? clock(instant) : "\(clock(instant)) on \(day(instant))"
    }

    private func isNear(_ instant: WallTime) -> Bool {
        (instant < now ? now - instant : instant - now) < .days(1)
    }

    private func clock(_ instant: WallTime) -> String { zone.local(instant).hoursAndMinutes }

    private func day(_ instant: WallTime) -> String {
        let (year, month, day) = zone.local(instant).date.components
        let date = "\(day) \(Self.months[month - 1])"
        return year == zone.local(now).date.components.year ? date : "\(date) \(year)"
    }

    /// Returns `sunset (18:42)`, `22:30` or, with the cause of a limit, `21:00 (latest for sunset)`.
    func boundary(_ boundary: Boundary) -> String {
        if let limit = boundary.cause.limitWords { return "\(time(boundary.at)) (\(limit))" }
        switch (boundary.cause.expression, boundary.cause.circumstance) {
        case (.solar, .ordinary):
            let words = boundary.cause.expression.words
            return isNear(boundary.at)
                ? "\(words) (\(clock(boundary.at)))" : "\(words) on \(day(boundary.at))"
        case (.clock, _), (.solar, .sunStaysUp), (.solar, .sunStaysDown), (.solar, .placeUnknown):
            return time(boundary.at)
        }
    }

    /// Returns a boundary in the past, such as `sunset (18:42)`, of which a limit is no longer named.
    func start(_ boundary: Boundary) -> String {
        boundary.cause.limit == nil ? self.boundary(boundary) : time(boundary.at)
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}

package import AppearanceModel

/// Decides the appearance: a value without clock, file or log.
///
/// An `Event` comes in with the moment at which it happened; `Effect`s come out in the order in which
/// they are to be carried out. The same events at the same moments give the same effects.
///
/// Each part of the state is a value with its own verbs: `UserChoice`, `LightState`, `Decision` and
/// `Outbox`. The engine passes an event to the part that it concerns; `refresh` then draws the
/// conclusions in a fixed order.
package struct Engine: Sendable {
    /// The mode of a toggle lasts this long if no boundary of the schedule is near.
    static let longestToggle = Microseconds.hours(12)
    /// The age above which a saved appearance is not restored.
    private static let longestAbsence = Microseconds.hours(12)

    /// The settings by which the engine decides: the configured ones, with the schedule alone while the user lets
    /// light decide nothing.
    package private(set) var settings: EngineSettings
    private(set) var configured: EngineSettings
    private(set) var choice = UserChoice()
    private(set) var light: LightState
    private(set) var decision: Decision
    private(set) var manners = Manners()
    /// Whether a source that measures only on request should do so.
    private var lightNeed = LightNeed()
    private var outbox: Outbox
    /// The present position in the schedule.
    var cursor: ScheduleCursor
    /// The position in the schedule at the end of an override or a pause; `nil` if not computed.
    var laterCursor: ScheduleCursor?
    private(set) var waitingAt: WallEstimate?
    /// The next times at which the state changes without an event, after the last event.
    private var dueAtBoot: BootTime?
    private var dueAtWall: WallTime?
    private(set) var reportedUntil: WallEstimate?
    /// The time at which the decided appearance is published; `nil` if it is.
    private(set) var heldBackUntil: WallEstimate?
    private var explanation: Explanation?
    private var configurationError: String?
    private var hasStarted = false
    private let saved: SavedState?
    /// Whether the daemon was running a moment ago, in the same phase of the schedule.
    private var wasRunningRecently = false

    /// An engine before `.started`, without any decision.
    package init(_ settings: EngineSettings, saved: SavedState?, at now: Moment) {
        self.settings = settings
        configured = settings
        self.saved = saved
        cursor = ScheduleCursor(settings.schedule, at: now.wall)
        let vote = DecisionRules(settings.ambient, in: cursor.phase).scheduleVote
        decision = Decision(vote, at: now)
        light = LightState(settings.ambient, from: vote)
        outbox = Outbox(saved: saved)
        guard let saved else { return }
        choice = UserChoice(
            saved, at: now, in: isSamePhase(since: saved.savedAt, at: now) ? cursor.phase : nil)
        light.restore(saved, settings, at: now)
        moveEnds(at: now)
        _ = choice.expire(at: now.wall)
    }

    /// Handles an event and returns the effects in order, or the rejection of an event that changed
    /// nothing.
    package mutating func handle(
        _ event: Event, at now: Moment
    ) -> (effects: [Effect], rejection: Rejection?) {
        switch event {
        case .light(let sample):
            let isMore =
                light.add(sample, in: decision.appearance, by: decision.source, at: now)
                || isDue(at: now) || light.mayWantAnotherPlan && wantsAnotherPlan()
            return (isMore ? refresh(at: now) : lightEffects(at: now), nil)
        case .deadline:
            outbox.endTimers(at: now)
            if !isDue(at: now) { return (effectsOfEarlyDeadline(at: now), nil) }
        case .started: start(at: now)
        case .configured(let next): configure(next, at: now)
        case .configurationRefused(let error): configurationError = error
        case .sensorFound(let key, let role):
            light.useSensor(key, role, decision, at: now.boot)
        case .sensorLost: light.loseSensor()
        case .lightMissed(let lastValid): light.addFailure(lastValid: lastValid, at: now.boot)
        case .lightStuck(let isStuck): light.setStuck(isStuck)
        case .lightReported(let source, let lux, let connection):
            let report = LightReport(source: source, lux: lux, connection: connection, at: now)
            light.add(report, settings, decision, at: now.boot)
        case .reportEnded(let connection):
            light.endReports(settings, decision, at: now.boot) { $0.connection == connection }
        case .reportsEnded(let source):
            light.endReports(settings, decision, at: now.boot) { $0.source == source }
        case .lightWanted(let isWanted): light.want(isWanted)
        case .lightRequested: if choice.isInhibited { light.requestLevel() }
        case .modeChosen(let mode, let end):
            if let rejection = choose(mode, end: end, at: now) { return ([], rejection) }
        case .toggled: toggle(at: now)
        case .switchTurned(let tone, let desktop, let whileAway):
            turnSwitch(to: tone, in: desktop, whileAway: whileAway, at: now)
        case .paused(let end):
            if let rejection = pause(end: end, at: now) { return ([], rejection) }
        case .lightPaused(let end):
            if let rejection = pauseLight(end: end, at: now) { return ([], rejection) }
        case .resumed: choice.resume()
        case .inhibited(let cookie, let inhibitor):
            if let rejection = choice.inhibit(inhibitor, cookie: cookie) {
                return ([], rejection)
            }
        case .released(let cookie): choice.release(cookie: cookie)
        case .suspending: light.beginSuspend(at: now.boot)
        case .suspendEnded: if light.endSuspend(at: now.boot) { wake(at: now) }
        case .suspended(let span): wake(at: now, after: span)
        case .lidClosed(let isClosed):
            if light.moveLid(isClosed: isClosed, at: now.boot) { decision.forgetStandIn() }
        case .sessionUse(let use):
            if light.useSession(use, at: now.boot) { decision.forgetStandIn() }
        case .presence(let client, let report): manners.report(report, of: client)
        case .presenceEnded(let client): manners.report(nil, of: client)
        case .scheduleChanged(let schedule):
            configured.schedule = schedule
            settings.schedule = schedule
            restartClock(at: now)
        case .wallClockChanged: restartClock(at: now)
        case .stopping: return ([.save(stateToSave(at: now.wall))], nil)
        }
        return (refresh(at: now), nil)
    }

    // MARK: The published state

    /// The last published state, with the present light.
    package var snapshot: Snapshot? {
        guard var snapshot = outbox.published else { return nil }
        snapshot.light = light.presentLight
        return snapshot
    }

    /// Returns the state at a moment: the sentence names the present level, that of a pending change
    /// counts down, a change that is due comes with the next reading, and light that is not read is not known.
    package func snapshot(at now: Moment) -> Snapshot? {
        guard var snapshot else { return nil }
        let reasoning = reasoning(at: now)
        snapshot.next = reasoning.next?.change
        snapshot.pending = reasoning.waiting?.change
        snapshot.waitsFor = waitsFor(reasoning.waiting)
        snapshot.explanation = reasoning.sentence
        return snapshot
    }

    /// Returns the decision with all its inputs and the numbers of a moment.
    package func rationale(at now: Moment) -> Rationale {
        var rationale = reasoning(at: now).rationale
        var copy = self
        rationale.untilNext = copy.resolve(.nextBoundary, at: now).end?.wall
        return rationale
    }

    /// The reason for which the lid or the session keeps the sensor in use from being read; `nil` if neither does.
    package var unreadCause: UnreadCause? {
        light.sensor.trust.key == nil ? nil : light.unreadCause
    }

    private func reasoning(at now: Moment) -> Reasoning {
        var copy = self
        // In a mode without an end no timer is set for the schedule, which has gone on.
        copy.cursor.advance(to: now.wall)
        let waiting = waitingChange(at: now)
        return copy.reasoning(waiting, at: now)
    }

    private mutating func reasoning(_ waiting: WaitingChange?, at now: Moment) -> Reasoning {
        let next = upcomingChange(waiting, at: now)
        return Reasoning(
            settings: settings, choice: choice, light: light, decision: decision,
            manners: manners, phase: cursor.phase, boundary: cursor.next, next: next,
            waiting: waiting, now: now)
    }

    /// The time zone of the schedule.
    package var zone: TimeZoneRules { settings.schedule.zone }
}

// MARK: - Conclusions

extension Engine {
    /// Draws every conclusion from the present state.
    private mutating func refresh(at now: Moment) -> [Effect] {
        guard hasStarted else { return [] }
        expireChoices(at: now.wall)
        applyLightPause(at: now)
        choice.hold(decision.present)
        cursor.advance(to: now.wall)
        if light.conditions.isSuspendOverdue(at: now.boot) { wake(at: now) }
        light.advanceConditions(to: now.boot)
        light.advance(settings, decision, to: now.boot)
        var effects: [Effect] = []
        let plan = light.nextPlan(choice, settings, in: decision.appearance)
        let isOtherPlan = plan != light.plan
        if isOtherPlan { light.follow(plan, settings, at: now.boot) }
        decision.decide(choice, &light, &cursor, settings.ambient, at: now)
        decision.show(
            isGuarded: settings.flashGuard, &manners, settings.change, light.conditions.session,
            at: now)
        if !choice.isInhibited { light.endLevelRequest() }
        lightNeed = LightNeed(choice, light, settings.ambient, &cursor, at: now)
        publish(at: now, into: &effects)
        if isOtherPlan { effects.append(.poll(plan)) }
        arm(at: now, into: &effects)
        outbox.save(stateToSave(at: now.wall), into: &effects)
        return effects
    }

    /// Returns whether the sensor is to be read by another plan after a reading.
    private func wantsAnotherPlan() -> Bool {
        light.nextPlan(choice, settings, in: decision.appearance) != light.plan
    }

    /// Returns the effects of a reading that changed only the level.
    private mutating func lightEffects(at now: Moment) -> [Effect] {
        guard hasStarted, light.isReading else { return [] }
        var effects: [Effect] = []
        outbox.publishLight(light.level, at: now, into: &effects)
        arm(at: now, into: &effects)
        return effects
    }

    private mutating func publish(at now: Moment, into effects: inout [Effect]) {
        let waiting = waitingChange(at: now)
        waitingAt = waiting.map { WallEstimate(boot: $0.due, wall: $0.at) }
        let opening = decision.showDue(at: now.boot)
        heldBackUntil = opening.map {
            WallEstimate(boot: $0, wall: wallTime(of: $0, at: now, known: heldBackUntil))
        }
        let reasoning = reasoning(waiting, at: now)
        let facts = reasoning.facts
        if explanation?.facts != facts {
            explanation = Explanation(facts: facts, sentence: reasoning.sentence)
        }
        // A choice has the level at which it was made, for the history and suggestions; from then on, a level
        // that is not read is not known.
        let present = light.presentLight
        let isChoice = outbox.isLightKnown && outbox.isChoice(choice)
        var snapshot = Snapshot(
            mode: choice.mode, appearance: decision.shown, previous: decision.previous,
            reason: decision.reason, explanation: explanation?.sentence ?? "",
            since: decision.since, until: choice.until, next: reasoning.next?.change,
            pending: waiting?.change, light: isChoice ? light.level : present,
            reported: reportedLight(at: now), sensor: reasoning.sensor, paused: choice.isPaused,
            pausedUntil: choice.pausedUntil,
            inhibitors: choice.inhibitors, configurationError: configurationError,
            timeZone: settings.schedule.zone.name, sequence: decision.sequence)
        snapshot.lightPausedUntil = choice.lightPausedUntil
        snapshot.lightNeeded = lightNeed.isNeeded
        snapshot.waitsFor = waitsFor(waiting)
        snapshot.explanationWithoutPrograms = reasoning.sentenceWithoutPrograms
        outbox.publish(snapshot, at: now, into: &effects)
        if present == nil { outbox.publishLight(nil, at: now, into: &effects) }
    }

    /// Returns the source of reported light and the time at which it expires.
    private mutating func reportedLight(at now: Moment) -> ReportedLight? {
        guard let report = light.report else {
            reportedUntil = nil
            return nil
        }
        let end = report.end(settings)
        let until = wallTime(of: end, at: now, known: reportedUntil)
        reportedUntil = WallEstimate(boot: end, wall: until)
        return ReportedLight(source: report.source, until: until)
    }

    /// Computes the next times at which the state changes without an event, and requests their timers.
    ///
    /// Parts of the state are passed rather than all of it, which would be copied with every reading: a
    /// light sample would miss its row of Benchmarks/run, "the engine: one light sample".
    private mutating func arm(at now: Moment, into effects: inout [Effect]) {
        var due = light.sensor.trust.nextChange(after: now.boot)
        func consider(_ time: BootTime?) {
            guard let time = time.map({ max($0, now.boot) }) else { return }
            due = min(time, due ?? time)
        }
        if light.isReported, let report = light.report {
            // It has no further readings.
            consider(light.dwell.nextDue(at: now.boot))
            consider(outbox.lightDue(light.level))
            consider(report.end(settings))
            consider(lightNeed.due)
            if let due = light.confirmationDue, due > now.boot { consider(due) }
        }
        if light.reports.isDeciding {
            consider(light.reportDue)
            consider(light.reports.replacementDue(settings))
        }
        if decision.handover.loss != nil {
            let rules = DecisionRules(settings.ambient, in: cursor.phase)
            let check = light.sensor.trust.check(at: now.boot)
            consider(decision.fallBackDue(check, rules, at: now))
        }
        if let due = decision.returnDue(isReported: light.isReported),
            light.sensor.trust.state(at: now.boot) == .trusted
        {
            consider(due)
        }
        if decision.isHeldBack { consider(decision.showDue(at: now.boot)) }
        if decision.isWaiting { consider(manners.due(settings.change)) }
        consider(light.conditionsDue(at: now.boot))
        dueAtBoot = due
        // In a mode without an end, nothing is due and no timer is set.
        dueAtWall = choice.isAutomatic ? cursor.end : choice.nextEnd
        if let end = choice.lightPausedUntil { dueAtWall = min(end, dueAtWall ?? end) }
        outbox.arm(boot: dueAtBoot, wall: dueAtWall, at: now, into: &effects)
    }

    private func isDue(at now: Moment) -> Bool {
        dueAtBoot.map { $0 <= now.boot } ?? false || dueAtWall.map { $0 <= now.wall } ?? false
    }

    /// Returns the effects of a deadline that later readings have moved.
    private mutating func effectsOfEarlyDeadline(at now: Moment) -> [Effect] {
        guard hasStarted else { return [] }
        var effects: [Effect] = []
        arm(at: now, into: &effects)
        return effects
    }
}

// MARK: - Choices

extension Engine {
    private mutating func choose(_ mode: Mode, end: ModeEnd?, at now: Moment) -> Rejection? {
        if mode == .auto, end != nil { return .autoCannotEnd }
        let (end, rejection) = resolve(end, at: now)
        if let rejection { return rejection }
        cursor.advance(to: now.wall)
        choice.replace(decision.present, in: cursor.phase)
        choice.choose(mode, until: end)
        if mode == .auto { decision.endOverride() }
        return nil
    }

    private mutating func pause(end: ModeEnd?, at now: Moment) -> Rejection? {
        let (end, rejection) = resolve(end, at: now)
        if let rejection { return rejection }
        choice.pause(until: end)
        return nil
    }

    private mutating func pauseLight(end: ModeEnd, at now: Moment) -> Rejection? {
        let (end, rejection) = resolve(end, at: now)
        if let rejection { return rejection }
        if let end { choice.pauseLight(until: end) }
        return nil
    }

    /// Decides by the schedule alone while the user lets light decide nothing.
    private mutating func applyLightPause(at now: Moment) {
        let policy = choice.lightPausedUntil == nil ? configured.ambient.policy : .schedule
        guard policy != settings.ambient.policy else { return }
        applySettings(at: now)
        explanation = nil
    }

    /// Decides by the configured settings from now on, as far as the user lets light decide.
    private mutating func applySettings(at now: Moment) {
        var next = configured
        if choice.lightPausedUntil != nil { next.ambient.policy = .schedule }
        let isOtherRule = next.ambient != settings.ambient
        settings = next
        if isOtherRule { light.apply(next.ambient, decision, at: now.boot) }
    }

    private mutating func toggle(at now: Moment) {
        cursor.advance(to: now.wall)
        let target: Appearance = decision.present == .light ? .dark : .light
        if !returnToAutomatic(for: target.tone, at: now) {
            chooseForNow(target.mode, in: nil, at: now)
        }
    }

    /// Handles a change of the desktop's own setting as a toggle; one that changes nothing, such as
    /// ours, is ignored.
    ///
    /// A setting found changed at startup counts only if the daemon was away for a short time: a user
    /// who starts it after days wants it to decide.
    private mutating func turnSwitch(
        to tone: Tone, in desktop: Desktop, whileAway: Bool, at now: Moment
    ) {
        expireChoices(at: now.wall)
        cursor.advance(to: now.wall)
        guard tone != decision.present.tone, !whileAway || wasRunningRecently else { return }
        if !returnToAutomatic(for: tone, at: now) {
            chooseForNow(tone.appearance.mode, in: desktop, at: now)
        }
    }

    /// Chooses `auto`, or the override before the last toggle, if that is what a toggle to a tone means;
    /// returns whether it is.
    ///
    /// A toggle to what `auto` shows now, or showed when the override began, undoes it, whatever the light
    /// has been since: that appearance is in effect at once, and light needs its dwell time to change it.
    private mutating func returnToAutomatic(for tone: Tone, at now: Moment) -> Bool {
        if choice.restoreOverride(of: tone, in: cursor.phase, at: now.wall) {
            moveEnds(at: now)
            return true
        }
        if automaticAppearance(at: now)?.tone == tone {
            choice.toggle(to: .auto, in: nil, cursor.phase)
            decision.endOverride()
        } else if !choice.isHeld, let replaced = choice.replacedAppearance(in: cursor.phase),
            replaced.tone == tone
        {
            choice.toggle(to: .auto, in: nil, cursor.phase)
            decision.continueAutomatic(from: replaced, at: now)
            light.resume(from: replaced, rules, settings.ambient, at: now.boot)
        } else {
            return false
        }
        return true
    }

    /// Chooses a mode until the schedule next changes the appearance of `auto`.
    private mutating func chooseForNow(_ mode: Mode, in desktop: Desktop?, at now: Moment) {
        choice.replace(decision.present, in: nil)
        choice.toggle(to: mode, until: end(at: .nextBoundary, now), in: desktop, cursor.phase)
    }

    /// Returns the end at a change of the schedule; after twelve hours if that is more than a day and a half
    /// away, as in a polar night, or unknown.
    private mutating func end(at event: ModeEnd, _ now: Moment) -> ChoiceEnd {
        nextTime(of: event, at: now).map { ChoiceEnd(wall: $0, by: event) }
            ?? ChoiceEnd(ofDurationUntil: now.wall + Self.longestToggle, from: now)
    }

    /// Moves the ends of choices with the wall clock and the schedule: a clock that was wrong may have put
    /// an event a year away.
    private mutating func moveEnds(at now: Moment) {
        var nextTimes: [ModeEnd: WallTime] = [:]
        for event in choice.tooFarEvents(at: now.wall) {
            nextTimes[event] = nextTime(of: event, at: now)
        }
        choice.followClock(at: now, nextTimes, orBefore: now.wall + Self.longestToggle)
    }

    /// Returns the next time of an event; `nil` if it does not occur within a day and a half.
    private mutating func nextTime(of event: ModeEnd, at now: Moment) -> WallTime? {
        func near(_ turn: WallTime?) -> WallTime? {
            turn.flatMap { $0 - now.wall <= ChoiceEnd.longestWait ? $0 : nil }
        }
        switch event {
        case .nextBoundary: return near(nextTurn(at: now))
        case .changeAfterNext: return near(turnAfterNext(at: now))
        case .after, .sunrise, .sunset, .clock: break
        }
        return switch settings.schedule.ending(event, after: now.wall) {
        case .at(let time): time
        case .doesNotOccur: nil
        }
    }

    private mutating func expireChoices(at now: WallTime) {
        if choice.expire(at: now) { decision.endOverride() }
    }

    /// Returns the appearance to which the choice of `auto` would change now; `nil` if it is chosen
    /// already, or if the light that would decide was not read.
    private func automaticAppearance(at now: Moment) -> Appearance? {
        guard choice.mode != .auto else { return nil }
        if let held = choice.heldAppearance { return held }
        let policy = settings.ambient.policy
        switch light.input(policy, at: now.boot) {
        case .level:
            guard light.isReading || light.isReported else { return nil }
            return rules.appearance(forLight: light.presentLevel(policy, at: now.boot))
        case .warming: return nil
        case .unavailable: return rules.scheduleVote
        }
    }

    private mutating func resolve(
        _ end: ModeEnd?, at now: Moment
    ) -> (end: ChoiceEnd?, Rejection?) {
        guard let end else { return (nil, nil) }
        switch end {
        case .nextBoundary:
            guard nextTurn(at: now) != nil else { return (nil, .noSuchEvent(end, next: nil)) }
            return (self.end(at: end, now), nil)
        case .changeAfterNext: return (self.end(at: end, now), nil)
        case .after, .sunrise, .sunset, .clock: break
        }
        switch settings.schedule.ending(end, after: now.wall) {
        case .at(let time):
            if case .after = end { return (ChoiceEnd(ofDurationUntil: time, from: now), nil) }
            return (ChoiceEnd(wall: time, by: end), nil)
        case .doesNotOccur(let next): return (nil, .noSuchEvent(end, next: next))
        }
    }
}

// MARK: - Startup, settings and clocks

extension Engine {
    private mutating func start(at now: Moment) {
        hasStarted = true
        manners.start(at: now.boot, isWaiting: false)
        guard let saved else { return }
        let isRecent =
            now.wall - saved.savedAt < Self.longestAbsence
            && isSamePhase(since: saved.savedAt, at: now)
        wasRunningRecently = isRecent
        if let since = saved.since, since <= now.wall, isRecent || choice.mode != .auto {
            decision.resume(saved.appearance, since: since)
            if isRecent, saved.isWaiting { manners.start(at: now.boot, isWaiting: true) }
        }
        // The appearance of an override or a pause ends with it. Light that decided may yet come.
        let mayHaveLight = light.sensor.trust.key != nil || light.isReported || saved.isByLight
        guard choice.isHeld || (isRecent && mayHaveLight && saved.isAutomatic) else {
            return light.adoptLevel(at: now.boot)
        }
        decision.restore(saved)
        choice.hold(saved.held ?? saved.appearance)
        light.resume(from: saved.appearance, settings.ambient, at: now.boot)
    }

    /// Returns whether no boundary of the schedule has passed since a time of the past.
    private func isSamePhase(since time: WallTime, at now: Moment) -> Bool {
        time <= now.wall
            && settings.schedule.nextBoundary(after: time).map { $0.at > now.wall } ?? true
    }

    private func stateToSave(at now: WallTime) -> SavedState {
        var state = SavedState(
            mode: choice.mode, until: choice.until, untilEvent: choice.untilEvent,
            chosenIn: choice.desktop, replaced: choice.replacedAppearance(in: cursor.phase),
            appearance: decision.shown, since: decision.since, isAutomatic: decision.isAutomatic,
            isByLight: decision.isByLight && light.report?.saved == nil,
            isWaiting: decision.isWaiting,
            held: choice.isPaused ? choice.heldAppearance : nil, paused: choice.isPaused,
            pausedUntil: choice.pausedUntil, pausedUntilEvent: choice.pausedUntilEvent,
            reported: light.report?.saved, movers: light.workingSensors, savedAt: now)
        state.lightPausedUntil = choice.lightPausedUntil
        state.lightPausedUntilEvent = choice.lightPausedUntilEvent
        return state
    }

    private mutating func configure(_ next: EngineSettings, at now: Moment) {
        configured = next
        applySettings(at: now)
        cursor = ScheduleCursor(next.schedule, at: now.wall)
        laterCursor = nil
        moveEnds(at: now)
        outbox.forgetWallTimer()
        configurationError = nil
        explanation = nil
    }

    /// Continues after a suspend.
    private mutating func wake(at now: Moment, after span: Microseconds = .zero) {
        light.wake(after: span, at: now.boot)
        manners.wake(at: now.boot, after: span)
        decision.restartHandover()
        restartClock(at: now)
    }

    /// Continues at the present time of the wall clock, independent of its previous time.
    private mutating func restartClock(at now: Moment) {
        decision.followClock(at: now)
        light.followClock(at: now)
        cursor = ScheduleCursor(settings.schedule, at: now.wall)
        laterCursor = nil
        moveEnds(at: now)
        waitingAt = nil
        reportedUntil = nil
        heldBackUntil = nil
        outbox.forgetWallTimer()
        explanation = nil
    }
}

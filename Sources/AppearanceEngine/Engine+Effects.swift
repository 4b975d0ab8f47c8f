// What is told, what is kept, and when to come back.
//
// What every reading looks at is inlined: to be looked at from a function that may change it, the
// engine, which is large, would be copied whole.
import AppearanceModel

extension Engine {
    /// A light level this much different is news, at most this often.
    private static let lightStep = 0.1
    private static let lightInterval = Microseconds.seconds(1)

    /// Draws every conclusion from the state as it is now.
    mutating func refresh(at now: Moment) -> [Effect] {
        guard hasStarted else { return [] }
        expireChoices(at: now.wall)
        hold.settle(on: appearance)
        cursor.advance(to: now.wall)
        settleCircumstances(at: now)
        settleLight(at: now.boot)
        var effects: [Effect] = []
        let plan = wantedPlan(at: now.boot)
        let planChanged = plan != self.plan
        if planChanged { follow(plan, at: now.boot) }
        decide(at: now)
        publish(at: now, into: &effects)
        if planChanged { effects.append(.poll(plan)) }
        arm(at: now, into: &effects)
        save(at: now, into: &effects)
        return effects
    }

    /// The short way, for a reading that changed nothing but the level.
    mutating func lightEffects(at now: Moment) -> [Effect] {
        guard hasStarted, isReading else { return [] }
        var effects: [Effect] = []
        announceLight(at: now, into: &effects)
        arm(at: now, into: &effects)
        return effects
    }

    private mutating func publish(at now: Moment, into effects: inout [Effect]) {
        let sensor = trust.state(at: now.boot)
        let waiting = waitingChange(at: now)
        waitingAt = waiting.map { WallEstimate(boot: $0.due, wall: $0.at) }
        let next = upcomingChange(waiting, at: now)
        let key = explanationKey(sensor, next: next, waiting: waiting)
        if explanation?.key != key {
            explanation = Explanation(
                key: key, sentence: explain(sensor, next: next, waiting: waiting, at: now))
        }
        let snapshot = Snapshot(
            mode: mode, appearance: appearance, previous: previous, reason: reason,
            explanation: explanation?.sentence ?? "", since: since, until: until,
            next: next?.change, pending: waiting?.change, light: light,
            reported: reportedLight(at: now), sensor: sensor, paused: hold.isPaused,
            pausedUntil: hold.pausedUntil, inhibitors: hold.inhibitors.map(\.inhibitor),
            configurationError: configurationError, timeZone: settings.schedule.zone.name,
            sequence: sequence)
        if var last = published {
            last.light = snapshot.light
            // A source that reports once a second would otherwise be news as often.
            if last.reported?.source == snapshot.reported?.source {
                last.reported = snapshot.reported
            }
            if last == snapshot {
                note(reported: snapshot.reported)
                return announceLight(at: now, into: &effects)
            }
        }
        note(snapshot)
        announcedLight = snapshot.light
        lightAnnouncedAt = now.boot
        effects.append(.publish(snapshot))
    }

    /// The source of reported light, and when it stops counting.
    private mutating func reportedLight(at now: Moment) -> ReportedLight? {
        guard let fed else {
            reportedUntil = nil
            return nil
        }
        let end = fed.at + settings.reportLifetime
        let until = wallTime(of: end, at: now, known: reportedUntil)
        reportedUntil = WallEstimate(boot: end, wall: until)
        return ReportedLight(source: fed.source, until: until)
    }

    private mutating func announceLight(at now: Moment, into effects: inout [Effect]) {
        guard isLightNews, lightNewsDue.map({ $0 <= now.boot }) ?? true else { return }
        announcedLight = light
        lightAnnouncedAt = now.boot
        effects.append(.publishLight(light))
    }

    /// Whether the level is another than the one last told, and by enough.
    @inline(__always) private var isLightNews: Bool {
        guard let light, let told = announcedLight, light.unit == told.unit
        else { return light != announcedLight }
        return light != told && abs(light.value - told.value) >= Self.lightStep * told.value
    }

    /// When a level may follow the one last told; nil for at once.
    @inline(__always) private var lightNewsDue: BootTime? {
        guard isLightKnown, announcedLight != nil else { return nil }
        return lightAnnouncedAt.map { $0 + Self.lightInterval }
    }

    private mutating func save(at now: Moment, into effects: inout [Effect]) {
        let state = stateToSave(at: now.wall)
        if var last = lastSaved {
            last.savedAt = state.savedAt
            if last == state { return }
        }
        lastSaved = state
        effects.append(.save(state))
    }

    // MARK: When to come back

    /// A look that a timer asked for asks for none sooner than this: a time that comes out as now,
    /// by rounding or by mistake, is looked at once a second and not for ever.
    private static let shortestSleep = Microseconds.seconds(1)

    mutating func forgetDueTimers(at now: Moment) {
        lookedAt = now
        if let armed = armedBoot, armed <= now.boot { armedBoot = nil }
        if let armed = armedWall, armed <= now.wall { armedWall = nil }
    }

    /// Asks for the next look on both clocks.
    ///
    /// The boot timer is only ever drawn nearer: one that comes too early costs a look, and one
    /// that moved with every reading would cost a system call with every reading.
    private mutating func arm(at now: Moment, into effects: inout [Effect]) {
        defer { lookedAt = nil }
        let bootLook = nextBootLook(after: now)
        if var due = bootLook, armedBoot.map({ due < $0 }) ?? true {
            if lookedAt != nil, due <= now.boot { due = now.boot + Self.shortestSleep }
            armedBoot = due
            effects.append(.wakeAtBoot(due))
        }
        var due = nextWallLook
        if let look = lookedAt, let time = due, time <= look.wall {
            due = look.wall + Self.shortestSleep
        }
        if due != armedWall {
            armedWall = due
            effects.append(.wakeAtWall(due))
        }
    }

    @inline(__always) private func nextBootLook(after moment: Moment) -> BootTime? {
        let now = moment.boot
        var due = trust.nextChange(after: now)
        func consider(_ time: BootTime?) {
            guard let time = time.map({ max($0, now) }) else { return }
            due = min(time, due ?? time)
        }
        if fed != nil {
            consider(steadying.nextDue(at: now))
            // A sensor's level is told with a later reading; a fed one has none.
            if isLightNews { consider(lightNewsDue) }
        }
        if let fed { consider(fed.at + settings.reportLifetime) }
        if handover.loss != nil { consider(fallBackDue(at: moment)) }
        if let due = lightReturnDue, trust.state(at: now) == .trusted { consider(due) }
        consider(circumstancesDue(at: now))
        return due
    }

    /// Nothing is due in a mode without an end: then nobody is woken.
    @inline(__always) private var nextWallLook: WallTime? {
        var due = until
        func consider(_ time: WallTime?) {
            if let time { due = min(time, due ?? time) }
        }
        if mode == .auto, !hold.isActive { consider(cursor.end) }
        consider(hold.pausedUntil)
        return due
    }
}

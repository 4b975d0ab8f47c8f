package import AppearanceModel

/// Decides the appearance: a value without clock, file or log in it.
///
/// Whatever happens comes in as an `Event` with the moment it happened at; whatever is to be done
/// comes out as `Effect`s, in order. The same events at the same moments give the same effects.
///
/// The parts: what the user said (`Engine+Choices`), what the light says (`Engine+Light`), what goes
/// on around the sensor (`Engine+SensorConditions`), what follows from all that and the schedule
/// (`Engine+Decision`), and what is told and when to come back (`Engine+Effects`).
package struct Engine: Sendable {
    var settings: EngineSettings
    var cursor: ScheduleCursor
    /// The schedule from the end of a choice or a pause on, while one has an end.
    var freedAgenda: ScheduleCursor?
    var hasStarted = false
    var configurationError: String?
    let saved: SavedState?

    // What the user said.
    var mode = Mode.auto
    var until: WallTime?
    /// Where the mode was chosen, if that was the desktop's own switch.
    var chosenIn: Desktop?
    var hold = Hold()
    /// Whether the service was here a moment ago, in the same phase of the schedule.
    var wasHereRecently = false

    // What the light says.
    var trust = SensorTrust()
    var filter = LightFilter()
    var steadying: DwellFilter
    /// What the sensor counts in.
    var sensorUnit = LightUnit.lux
    var rawLight: Double?
    var fed: FedLight?
    /// Whether the last light was a fed level that has run out.
    var fedExpired = false
    /// The last level before the light was lost.
    var lastLight: LightReading?
    /// The source of `lastLight`, where it was reported; `nil` for a sensor.
    var lastSource: String?
    /// Whether a sensor that is back goes on from the level that still decides, with its dwell.
    var keepsLevel = false
    var knownMovers: Set<String> = []
    var lightWanted = false
    var conditions = SensorConditions()
    /// Since when every reading has stayed in the steady band.
    var steadySince: BootTime?
    /// Whether that is long enough to read less often.
    var isSteady = false

    // What follows.
    var appearance: Appearance
    var previous: Appearance?
    var reason = Reason.schedule
    /// Whether light or schedule decided what is in effect, and nobody has held it since.
    var isAutomatic = true
    var since: WallTime
    var sequence: Int64 = 1
    var authority = DecisionSource.schedule
    var handover = Handover()
    var explanation: Explanation?
    /// When the pending change comes.
    var waitingAt: WallEstimate?
    /// When the reported light stops counting.
    var reportedUntil: WallEstimate?

    // What was asked for.
    package private(set) var published: Snapshot?
    var announcedLight: LightReading?
    var lightAnnouncedAt: BootTime?
    var armedBoot: BootTime?
    var armedWall: WallTime?
    /// The moment of a look that a timer asked for, while it lasts.
    var lookedAt: Moment?
    var plan = PollPlan.off
    var lastSaved: SavedState?

    /// An engine that has decided nothing yet; it waits for `.started`.
    package init(_ settings: EngineSettings, saved: SavedState?, at now: Moment) {
        self.settings = settings
        self.saved = saved
        cursor = ScheduleCursor(settings.schedule, at: now.wall)
        appearance = settings.ambient.scheduleVote(in: cursor.phase)
        since = now.wall
        steadying = DwellFilter(settings.ambient, from: appearance)
        restore(at: now)
    }

    /// Takes one event and answers what is to be done, in order.
    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .light(let sample):
            return receive(sample, at: now) ? refresh(at: now) : lightEffects(at: now)
        case .deadline:
            forgetDueTimers(at: now)
        case .started:
            start(at: now)
        case .configured(let next):
            configure(next, at: now)
        case .configurationRefused(let error):
            configurationError = error
        case .sensorFound(let key):
            foundSensor(key, at: now)
        case .sensorLost:
            lostSensor()
        case .lightMissed(let lastValid):
            missedLight(lastValid: lastValid, at: now.boot)
        case .lightStuck(let isStuck):
            trust.isReportedStuck = isStuck
        case .lightReported(let source, let lux):
            feed(lux, from: source, at: now)
        case .lightWanted(let wanted):
            lightWanted = wanted
        case .modeChosen(let mode, let end):
            if let rejection = choose(mode, end: end, at: now) { return [.object(rejection)] }
        case .toggled:
            toggle(at: now)
        case .switchTurned(let tone, let desktop, let whileAway):
            turnSwitch(to: tone, in: desktop, whileAway: whileAway, at: now)
        case .paused(let end):
            if let rejection = pause(end: end, at: now) { return [.object(rejection)] }
        case .resumed:
            hold.resume()
        case .inhibited(let cookie, let inhibitor):
            if let rejection = hold.add(inhibitor, cookie) { return [.object(rejection)] }
        case .released(let cookie):
            hold.inhibitors.removeAll { $0.cookie == cookie }
        case .suspending:
            beginSuspend(at: now)
        case .suspendEnded:
            endSuspend(at: now)
        case .suspended(let span):
            wake(at: now, after: span)
        case .lidClosed(let isClosed):
            moveLid(isClosed: isClosed, at: now.boot)
        case .sessionInUse(let isInUse):
            useSession(isInUse, at: now.boot)
        case .scheduleChanged(let schedule):
            follow(schedule, at: now)
        case .wallClockChanged:
            lookAnew(at: now)
        case .stopping:
            return [.save(stateToSave(at: now.wall))]
        }
        return refresh(at: now)
    }

    /// The state as it stands, with the light as it is now.
    package var snapshot: Snapshot? {
        guard var snapshot = published else { return nil }
        snapshot.light = light
        return snapshot
    }

    /// The state at a moment: the sentence of a pending change counts down, and a change that is due
    /// comes with the next reading.
    package func snapshot(at now: Moment) -> Snapshot? {
        guard var snapshot, snapshot.pending != nil else { return snapshot }
        var copy = self
        let waiting = waitingChange(at: now)
        let next = copy.upcomingChange(waiting, at: now)
        snapshot.next = next?.change
        snapshot.pending = waiting?.change
        snapshot.explanation = explain(
            trust.state(at: now.boot), next: next, waiting: waiting, at: now)
        return snapshot
    }

    /// The clocks that the schedule goes by.
    package var zone: TimeZoneRules { settings.schedule.zone }

    mutating func note(_ snapshot: Snapshot) { published = snapshot }

    mutating func note(reported: ReportedLight?) { published?.reported = reported }

    private mutating func configure(_ next: EngineSettings, at now: Moment) {
        let isAnotherRule = next.ambient != settings.ambient
        settings = next
        if isAnotherRule { judgeLightAnew(at: now.boot) }
        cursor = ScheduleCursor(next.schedule, at: now.wall)
        freedAgenda = nil
        armedWall = nil
        configurationError = nil
        explanation = nil
    }
}

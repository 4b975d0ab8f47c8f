import AppearanceModel

/// The input that decides.
enum DecisionSource: Sendable {
    case user
    case light
    case schedule
    /// None yet: the previous appearance is kept until the sensor has been checked.
    case waiting
}

/// The decided and the published appearance, the reason, and the handover between light and schedule.
struct Decision: Sendable {
    private(set) var appearance: Appearance
    /// The published appearance, which follows the decided one in a moment at most.
    private(set) var shown: Appearance
    /// The published appearance before the last change; `nil` before the first.
    private(set) var previous: Appearance?
    private(set) var reason = Reason.schedule
    /// Whether light or schedule decided the appearance, without an override or a pause since.
    private(set) var isAutomatic = true
    private var start: WallEstimate
    private(set) var sequence: Int64 = 1
    private(set) var source = DecisionSource.schedule
    private(set) var handover = Handover()
    private var isPublished = false
    /// Whether the decided appearance waits until the user is not disturbed by it.
    private(set) var isWaiting = false
    /// The appearance of an earlier run, and the time since which it was in effect.
    private var earlier: (appearance: Appearance, since: WallTime)?
    private var flashGuard = FlashGuard()

    /// A decision by the schedule.
    init(_ appearance: Appearance, at now: Moment) {
        self.appearance = appearance
        shown = appearance
        start = WallEstimate(boot: now.boot, wall: now.wall)
    }

    /// The time since which the published appearance is in effect.
    var since: WallTime { start.wall }

    /// Whether light decides, or would once it is there.
    var isByLight: Bool {
        switch source {
        case .light, .waiting: true
        case .user, .schedule: false
        }
    }

    /// Continues with the appearance that an earlier run had saved.
    mutating func restore(_ saved: SavedState) {
        appearance = saved.appearance
        isAutomatic = saved.isAutomatic
        source = .waiting
    }

    /// Counts the time of the first published appearance from an earlier run, if it is the same.
    mutating func resume(_ appearance: Appearance, since: WallTime) {
        earlier = (appearance, since)
    }

    /// Returns the decision to the inputs after an override or by the user's choice of `auto`.
    mutating func endOverride() { source = .user }

    /// Returns the decision to the inputs, which continue from an appearance that is in effect at once.
    mutating func continueAutomatic(from appearance: Appearance, at now: Moment) {
        source = .waiting
        adopt(appearance, because: reason, at: now)
    }

    /// Moves the time of the last change with a wall clock that was set.
    mutating func followClock(at now: Moment) { start.wall = start.wallTime(at: now) }

    /// Whether the decided appearance waits, because the last changes were within a second.
    var isHeldBack: Bool { shown != appearance && !isWaiting }

    /// The appearance that the user sees or is about to see: of a change that waits, the one before.
    var present: Appearance { isWaiting ? shown : appearance }

    /// Returns the time at which the decided appearance may be published; `nil` for at once.
    func showDue(at now: BootTime) -> BootTime? {
        isHeldBack ? flashGuard.opening(at: now) : nil
    }

    /// Publishes the decided appearance, unless that would flash or has to wait; counts every change after the
    /// first publication, since clients received an appearance.
    mutating func show(
        isGuarded: Bool, _ manners: inout Manners, _ settings: SwitchSettings, _ use: SessionUse,
        at now: Moment
    ) {
        defer { isPublished = true }
        isWaiting = false
        // Before the first publication there is a cause only if a change was waiting.
        if !isPublished, let earlier, earlier.appearance != appearance,
            manners.cause(settings, use, at: now.boot) != nil
        {
            shown = earlier.appearance
            start = WallEstimate(boot: now.boot - (now.wall - earlier.since), wall: earlier.since)
            isWaiting = !manners.permits(settings, use, at: now.boot)
            return
        }
        if !isPublished, let earlier, earlier.appearance == appearance {
            shown = appearance
            start = WallEstimate(boot: now.boot - (now.wall - earlier.since), wall: earlier.since)
            return
        }
        guard isHeldBack else { return manners.forgetWaiting() }
        // A choice comes at once, and ends the wait of what would have come.
        if !isAutomatic { manners.forgetWaiting() }
        if isPublished, isAutomatic, !manners.permits(settings, use, at: now.boot) {
            isWaiting = true
            return
        }
        if isPublished {
            if isGuarded, flashGuard.opening(at: now.boot) != nil { return }
            flashGuard.add(now.boot)
            previous = shown
            sequence += 1
        }
        shown = appearance
        start = WallEstimate(boot: now.boot, wall: now.wall)
    }

    private mutating func forgetLoss() { handover.loss = nil }

    /// Lets returning light decide at once, as the lid was opened; a loss of light continues until
    /// there are readings.
    mutating func forgetStandIn() { handover.standIn = .none }

    /// Forgets a loss of light and its replacement, as the light decides, or the machine has resumed.
    mutating func restartHandover() {
        forgetLoss()
        forgetStandIn()
    }

    // MARK: The inputs, in the order in which they win

    mutating func decide(
        _ choice: UserChoice, _ light: inout LightState, _ cursor: inout ScheduleCursor,
        _ ambient: AmbientSettings, at now: Moment
    ) {
        if let chosen = choice.mode.fixedAppearance {
            return decideByUser(chosen, because: .manual, at: now)
        }
        if choice.isHeld {
            return decideByUser(
                choice.heldAppearance ?? appearance, because: .inhibited, at: now)
        }
        let rules = DecisionRules(ambient, in: cursor.phase)
        switch light.input(ambient.policy, at: now.boot) {
        case .level where isFromBefore(light): awaitLight(&light, rules, at: now)
        case .level: decideByLight(&light, rules, at: now)
        case .warming: awaitLight(&light, rules, at: now)
        case .unavailable: fallBack(&light, &cursor, rules, at: now)
        }
    }

    private mutating func decideByUser(
        _ next: Appearance, because reason: Reason, at now: Moment
    ) {
        source = .user
        adopt(next, because: reason, at: now)
        // A loss of light before the user's choice does not count after it.
        handover = Handover()
    }

    /// Returns whether the level is from before the user's choice and was not read since.
    private func isFromBefore(_ light: LightState) -> Bool {
        guard light.plan == .off, !light.isReported else { return false }
        switch source {
        case .user, .waiting: return true
        case .light, .schedule: return false
        }
    }

    private mutating func decideByLight(
        _ light: inout LightState, _ rules: DecisionRules, at now: Moment
    ) {
        if mustWait(for: light, at: now.boot) { return decideBySchedule(&light, rules, at: now) }
        let isBack = source == .schedule && handover.standIn != .none
        if source == .user || isBack { light.adoptLevel(at: now.boot) }
        let before = appearance
        source = .light
        restartHandover()
        adoptLevel(of: light, rules, at: now)
        if isBack, appearance != before { handover.returnedAt = now.boot }
    }

    /// Adopts the last level of the light and the present schedule.
    private mutating func adoptLevel(of light: LightState, _ rules: DecisionRules, at now: Moment) {
        let vote = rules.vote(forLight: light.dwell.level)
        adopt(vote.appearance, because: vote.reason, at: now)
    }

    /// Keeps the appearance of the sensor or of the user while the sensor is checked.
    private mutating func awaitLight(
        _ light: inout LightState, _ rules: DecisionRules, at now: Moment
    ) {
        switch source {
        case .schedule: decideBySchedule(&light, rules, at: now)
        case .light:
            if isOverdue(light, rules, at: now) { return handOver(&light, rules, at: now) }
            adoptLevel(of: light, rules, at: now)
        case .user, .waiting:
            if isOverdue(light, rules, at: now) { return handOver(&light, rules, at: now) }
            source = .waiting
            adopt(appearance, because: .startup, at: now)
        }
    }

    /// Replaces lost light by the schedule after a while: a sensor that is reconnected within the
    /// dwell time, or that has no readings for a minute or two, does not change the appearance.
    private mutating func fallBack(
        _ light: inout LightState, _ cursor: inout ScheduleCursor, _ rules: DecisionRules,
        at now: Moment
    ) {
        switch source {
        case .schedule, .user: return decideBySchedule(&light, rules, at: now)
        case .light, .waiting: break
        }
        if rules.policy == .schedule { return decideBySchedule(&light, rules, at: now) }
        recordLoss(of: light, &cursor, rules, at: now)
        if !isOverdue(light, rules, at: now) {
            if handover.loss?.isSilence == true { adoptLevel(of: light, rules, at: now) }
            if source == .waiting { adopt(appearance, because: .startup, at: now) }
            return
        }
        handOver(&light, rules, at: now)
    }

    private mutating func decideBySchedule(
        _ light: inout LightState, _ rules: DecisionRules, at now: Moment
    ) {
        source = .schedule
        forgetLoss()
        light.forgetLastLight()
        adopt(rules.scheduleVote, because: .schedule, at: now)
    }

    private mutating func adopt(_ next: Appearance, because reason: Reason, at now: Moment) {
        self.reason = reason
        switch reason {
        case .sensor, .schedule: isAutomatic = true
        case .manual, .inhibited: isAutomatic = false
        case .startup: break
        }
        guard next != appearance else { return }
        appearance = next
        handover.changedAt = now.boot
    }

    // MARK: From light to the schedule and back

    /// Records that the light is lost, since when and how.
    private mutating func recordLoss(
        of light: LightState, _ cursor: inout ScheduleCursor, _ rules: DecisionRules,
        at now: Moment
    ) {
        // A level from before a suspend, or from before the user's choice, is not worth waiting for.
        let isSilence = source == .light && light.isSensorSilent(at: now.boot)
        guard handover.loss == nil else {
            // A sensor that has been away may be silent now: that does not make the wait longer.
            if !isSilence { handover.loss?.isSilence = false }
            return
        }
        let boundary = cursor.upcoming().first {
            rules.during($0.to).scheduleVote != rules.scheduleVote
        }
        handover.loss = Handover.Loss(at: now.boot, isSilence: isSilence, boundary: boundary?.at)
    }

    private mutating func handOver(
        _ light: inout LightState, _ rules: DecisionRules, at now: Moment
    ) {
        handover.standIn = handover.loss?.isSilence == true ? .forSilence : .forAbsence
        decideBySchedule(&light, rules, at: now)
    }

    /// Returns the time at which the schedule replaces lost light; `nil` if none is lost.
    func fallBackDue(
        _ check: SensorCheck?, _ rules: DecisionRules, at now: Moment
    ) -> BootTime? {
        handover.fallBackDue(
            dwell: rules.dwell(from: appearance, to: rules.scheduleVote), check: check, at: now)
    }

    /// Returns whether the schedule must replace lost light: a single reading does not end a loss, as
    /// the sensor must be trusted again.
    private func isOverdue(_ light: LightState, _ rules: DecisionRules, at now: Moment) -> Bool {
        fallBackDue(light.sensor.trust.check(at: now.boot), rules, at: now)
            .map { $0 <= now.boot } ?? false
    }

    /// Returns the time at which light that has returned may decide again; `nil` for at once.
    func returnDue(isReported: Bool) -> BootTime? {
        guard source == .schedule, !isReported else { return nil }
        return handover.returnDue
    }

    /// Returns whether the schedule still decides because it has just changed the appearance in
    /// place of a sensor without readings.
    private func mustWait(for light: LightState, at now: BootTime) -> Bool {
        guard let due = returnDue(isReported: light.isReported) else { return false }
        return due > now || light.sensor.trust.state(at: now) != .trusted
    }
}

// What the user said: modes, toggling, pausing, and what of it a restart keeps.
import AppearanceModel

extension Engine {
    /// How long a toggled mode lasts where no schedule boundary is known.
    private static let longestToggle = Microseconds.hours(12)

    mutating func choose(_ next: Mode, end: ModeEnd?, at now: Moment) -> Rejection? {
        if next == .auto, end != nil { return .autoCannotEnd }
        switch resolve(end, at: now) {
        case .failure(let rejection): return rejection
        case .success(let time):
            mode = next
            until = time
            chosenIn = nil
            if next == .auto {
                authority = .user
                hold.replace(with: appearance)
            }
            return nil
        }
    }

    mutating func pause(end: ModeEnd?, at now: Moment) -> Rejection? {
        switch resolve(end, at: now) {
        case .failure(let rejection): return rejection
        case .success(let time):
            hold.pause(until: time)
            return nil
        }
    }

    mutating func toggle(at now: Moment) {
        cursor.advance(to: now.wall)
        let target: Appearance = appearance == .light ? .dark : .light
        if automaticAppearance(at: now) == target {
            chooseAutomatic()
        } else {
            chooseForNow(target.mode, in: nil, at: now)
        }
    }

    /// Takes the desktop's own switch for what it is, a toggle: our own turning of it, and one that
    /// changes nothing, are none.
    ///
    /// What stands otherwise after the service was away was turned on purpose only if that was not
    /// long: who starts it after days wants it to decide.
    mutating func turnSwitch(
        to tone: Tone, in desktop: Desktop, whileAway: Bool, at now: Moment
    ) {
        expireChoices(at: now.wall)
        cursor.advance(to: now.wall)
        guard tone != appearance.tone, !whileAway || wasHereRecently else { return }
        if automaticAppearance(at: now)?.tone == tone {
            chooseAutomatic()
        } else {
            chooseForNow(tone.appearance.mode, in: desktop, at: now)
        }
    }

    private mutating func chooseAutomatic() {
        mode = .auto
        until = nil
        chosenIn = nil
        authority = .user
    }

    /// Chooses a mode until the schedule next changes what `auto` shows.
    private mutating func chooseForNow(_ next: Mode, in desktop: Desktop?, at now: Moment) {
        mode = next
        until = nextTurn(at: now) ?? now.wall + Self.longestToggle
        chosenIn = desktop
    }

    /// The next boundary at which `auto` would look different if the light stays as it is.
    ///
    /// Where no boundary changes what the light asks for, it is the next at which the schedule alone
    /// would, as the light in a room seldom stays until then; `nil` where none is known.
    private mutating func nextTurn(at now: Moment) -> WallTime? {
        cursor.advance(to: now.wall)
        let level = presentLevel(at: now.boot)
        if level != nil, let turn = nextTurn(level, among: cursor.upcoming(), after: now.wall) {
            return turn
        }
        return nextTurn(nil, among: cursor.upcoming(), after: now.wall)
            ?? nextTurn(nil, among: cursor.farUpcoming(), after: now.wall)
    }

    private func nextTurn(
        _ level: Appearance?, among boundaries: [Boundary], after now: WallTime
    ) -> WallTime? {
        change(among: boundaries, after: now, level, from: answer(level, in: cursor.phase))?.at
    }

    /// Ends what has run out.
    mutating func expireChoices(at now: WallTime) {
        if let end = until, end <= now { chooseAutomatic() }
        hold.expire(at: now)
    }

    /// What `auto` would show now; nil while the light that would decide it has not been read.
    private func automaticAppearance(at now: Moment) -> Appearance? {
        if let held = hold.appearance { return held }
        switch lightVoice(at: now.boot) {
        case .level(let level):
            guard plan != .off || fed != nil else { return nil }
            return settings.ambient.combined(level: level, in: cursor.phase).appearance
        case .warming: return nil
        case .silent: return settings.ambient.scheduleVote(in: cursor.phase)
        }
    }

    private mutating func resolve(
        _ end: ModeEnd?, at now: Moment
    ) -> Result<WallTime?, Rejection> {
        guard let end else { return .success(nil) }
        if end == .nextBoundary {
            let turn = nextTurn(at: now)
            return turn.map { .success($0) } ?? .failure(.noSuchEvent(end, next: nil))
        }
        switch settings.schedule.ending(end, after: now.wall) {
        case .at(let time): return .success(time)
        case .doesNotOccur(let next): return .failure(.noSuchEvent(end, next: next))
        }
    }
}

extension Rejection: Error {}

// MARK: - Across a restart

extension Engine {
    /// A saved appearance older than this says nothing about now.
    private static let longestAbsence = Microseconds.hours(12)

    /// Takes up what the user had said; the saved appearance waits for `.started`.
    mutating func restore(at now: Moment) {
        guard let saved else { return }
        knownMovers = Set(saved.movers)
        mode = saved.mode
        until = saved.until
        chosenIn = saved.chosenIn
        hold.isPaused = saved.paused
        hold.pausedUntil = saved.pausedUntil
        fed = saved.reported.flatMap { FedLight($0, heldFor: settings.reportLifetime, at: now) }
        lastSaved = saved
        expireChoices(at: now.wall)
        authority = .schedule
    }

    mutating func start(at now: Moment) {
        hasStarted = true
        guard let saved else { return }
        let isRecent =
            saved.savedAt <= now.wall && now.wall - saved.savedAt < Self.longestAbsence
            && settings.schedule.nextBoundary(after: saved.savedAt).map { $0.at > now.wall } ?? true
        wasHereRecently = isRecent
        // What a choice or a pause had decided ends with it.
        let hasLight = trust.key != nil || fed != nil
        guard hold.isActive || (isRecent && hasLight && saved.isAutomatic) else {
            steadying = seededFromLight(at: now.boot)
            return
        }
        appearance = saved.appearance
        isAutomatic = saved.isAutomatic
        hold.settle(on: saved.held ?? saved.appearance)
        authority = .waiting
        steadying = newSteadying
        if let fed { steadying.observe(LogLux(lux: fed.lux.value), at: now.boot) }
    }

    func stateToSave(at now: WallTime) -> SavedState {
        SavedState(
            mode: mode, until: until, chosenIn: chosenIn, appearance: appearance,
            isAutomatic: isAutomatic, held: hold.isPaused ? hold.appearance : nil,
            paused: hold.isPaused, pausedUntil: hold.pausedUntil, reported: fed?.saved,
            movers: knownMovers.sorted(), savedAt: now)
    }
}

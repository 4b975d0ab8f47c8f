// When the appearance changes next if the light stays as it is and nobody chooses anything.
import AppearanceModel

/// The next change of the appearance, and what causes it.
struct UpcomingChange: Equatable, Sendable {
    var at: WallTime
    var appearance: Appearance
    /// The boundary that causes it; `nil` where a choice ends or a pending change comes.
    var boundary: Boundary?
    var why: String

    var change: NextChange { NextChange(at: at, appearance: appearance) }
}

/// A change that the light, or the loss of it, asks for and that waits for its dwell time.
struct WaitingChange: Equatable, Sendable {
    var target: Appearance
    var since: BootTime
    var due: BootTime
    /// When it comes, on the wall clock.
    var at: WallTime

    var change: NextChange { NextChange(at: at, appearance: target) }
}

/// An instant of the boot clock on the wall clock, converted once: the two clocks are read one after
/// the other, so that converting it again gives a slightly different time.
struct WallEstimate: Equatable, Sendable {
    var boot: BootTime
    var wall: WallTime
}

extension Engine {
    /// The next change if the light stays as it is: a pending change, a boundary of the schedule, or
    /// the end of a choice or a pause; `nil` when none is known.
    ///
    /// `waiting` is `waitingChange(at: now)`.
    mutating func upcomingChange(_ waiting: WaitingChange?, at now: Moment) -> UpcomingChange? {
        guard mode == .auto, !hold.isActive else { return changeOnceFree(at: now) }
        let level = waitingLevel(at: now.boot)
        let boundary =
            change(among: cursor.upcoming(), after: now.wall, level, from: appearance)
            // While light decides, what two days do not bring no later day does.
            ?? (level == nil
                ? change(among: cursor.farUpcoming(), after: now.wall, nil, from: appearance) : nil)
        guard let waiting, boundary.map({ waiting.at < $0.at }) ?? true else { return boundary }
        let why = lightLostAt == nil ? "the light asks for it" : "the light is lost"
        return UpcomingChange(
            at: waiting.at, appearance: waiting.target, boundary: nil, why: why)
    }

    /// The change that waits for its dwell time; `nil` for none.
    func waitingChange(at now: Moment) -> WaitingChange? {
        guard mode == .auto, !hold.isActive else { return nil }
        let pending: PendingChange
        if let lightLostAt, let due = fallBackDue(at: now) {
            let target = settings.ambient.scheduleVote(in: cursor.phase)
            pending = PendingChange(target: target, since: lightLostAt, due: due)
        } else if let due = lightReturnDue, due > now.boot, let level = presentLevel(at: now.boot) {
            let target = answer(level, in: cursor.phase)
            pending = PendingChange(target: target, since: due - Handover.calm, due: due)
        } else if let change = pendingLight(at: now.boot) {
            pending = change
        } else {
            return nil
        }
        guard pending.target != appearance else { return nil }
        return WaitingChange(
            target: pending.target, since: pending.since, due: pending.due,
            at: wallTime(ofWaiting: pending.due, at: now))
    }

    /// What light that is read now asks for and waits for, as the policy takes it.
    private func pendingLight(at now: BootTime) -> PendingChange? {
        guard authority == .light, fed != nil || (isReading && trust.state(at: now) == .trusted),
            case .level = lightVoice(at: now), var pending = steadying.pending(at: now)
        else { return nil }
        pending.target =
            settings.ambient.combined(level: pending.target, in: cursor.phase)
            .appearance
        return pending
    }

    /// A sensor's change that is due comes with the next reading.
    private func wallTime(ofWaiting due: BootTime, at now: Moment) -> WallTime {
        guard due > now.boot else { return now.wall + settings.poll }
        return wallTime(of: due, at: now, known: waitingAt)
    }

    /// An instant of the boot clock on the wall clock, as it was first converted, and again after
    /// the wall clock was set.
    func wallTime(of due: BootTime, at now: Moment, known: WallEstimate?) -> WallTime {
        let time = now.wall + (due - now.boot)
        guard let known, known.boot == due, known.wall > now.wall,
            max(known.wall - time, time - known.wall) < .seconds(1)
        else { return time }
        return known.wall
    }

    /// What the appearance becomes at a boundary, taken from a level of light or without one.
    func answer(_ level: Appearance?, in phase: Phase) -> Appearance {
        level.map { settings.ambient.combined(level: $0, in: phase).appearance }
            ?? settings.ambient.scheduleVote(in: phase)
    }

    /// The level that the light asks for now without any dwell; `nil` where the schedule decides.
    func presentLevel(at now: BootTime) -> Appearance? {
        guard case .level(let level) = lightVoice(at: now, seededFromLight(at: now))
        else { return nil }
        return level
    }

    private func waitingLevel(at now: BootTime) -> Appearance? {
        guard case .level(let level) = lightVoice(at: now) else { return nil }
        return level
    }

    /// The first boundary at which light of this level, or the schedule without one, asks for
    /// something else than at present.
    func change(
        among boundaries: [Boundary], after start: WallTime, _ level: Appearance?,
        from present: Appearance
    ) -> UpcomingChange? {
        for boundary in boundaries where boundary.at > start {
            let then = answer(level, in: boundary.to)
            if then != present {
                return UpcomingChange(
                    at: boundary.at, appearance: then, boundary: boundary,
                    why: boundary.cause.reason)
            }
        }
        return nil
    }
}

// MARK: - After a choice, a pause and inhibitors

extension Engine {
    /// The next change while the user or a program has the say; `nil` when nobody knows.
    private mutating func changeOnceFree(at now: Moment) -> UpcomingChange? {
        var present = appearance
        var freedAt = now.wall
        if mode != .auto {
            guard let until else { return nil }
            if hold.isActive(at: until), let held = hold.appearance {
                if held != present {
                    return UpcomingChange(
                        at: until, appearance: held, boundary: nil, why: "your choice ends")
                }
                present = held
            }
            freedAt = until
        }
        if hold.isActive(at: freedAt) {
            guard let end = hold.end else { return nil }
            freedAt = end
        }
        return change(freedAt: freedAt, from: present, at: now)
    }

    /// Whoever has had the say hands it to the light as it is, without any dwell.
    private mutating func change(
        freedAt: WallTime, from present: Appearance, at now: Moment
    ) -> UpcomingChange? {
        let level = presentLevel(at: now.boot)
        var later =
            freedAgenda.flatMap { $0.begins(at: freedAt) ? $0 : nil }
            ?? ScheduleCursor(settings.schedule, at: freedAt)
        defer { freedAgenda = later }
        let then = answer(level, in: later.phase)
        if then != present {
            let why = freedAt == until ? "your choice ends" : "the pause ends"
            return UpcomingChange(at: freedAt, appearance: then, boundary: nil, why: why)
        }
        return change(among: later.upcoming(), after: freedAt, level, from: present)
            ?? (level == nil
                ? change(among: later.farUpcoming(), after: freedAt, nil, from: present) : nil)
    }
}

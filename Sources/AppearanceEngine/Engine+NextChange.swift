// The next change of the appearance if the light stays as it is and no mode is chosen.
package import AppearanceModel

/// The next change of the appearance with its cause.
struct UpcomingChange: Equatable, Sendable {
    var at: WallTime
    var appearance: Appearance
    /// The boundary that causes it; `nil` for a pending change or the end of an override or of reported light.
    var boundary: Boundary?
    var why: String

    var change: NextChange { NextChange(at: at, appearance: appearance) }
}

/// The light by which the appearance changes at a boundary.
private enum Outlook {
    /// A level, or `nil` for the schedule alone.
    case known(Appearance?)
    /// A sensor that has yet to be read decides.
    case unknown
}

/// A change that the light, or the loss of it, asks for and that waits for its dwell time.
struct WaitingChange: Equatable, Sendable {
    var target: Appearance
    var since: BootTime
    var due: BootTime
    /// The time of the change on the wall clock.
    var at: WallTime

    var change: NextChange { NextChange(at: at, appearance: target) }
}

/// An instant of the boot clock on the wall clock, converted once: the two clocks are read one after
/// the other, so that a second conversion gives a slightly different time.
struct WallEstimate: Equatable, Sendable {
    var boot: BootTime
    var wall: WallTime

    /// Returns the first conversion, or another one if the wall clock was set by a second or more.
    func wallTime(at now: Moment) -> WallTime {
        let time = now.wall + (boot - now.boot)
        return max(wall - time, time - wall) < .seconds(1) ? wall : time
    }
}

extension Moment {
    /// Returns whether the wall clock was set since another moment, by a second or more.
    package func isClockSet(since other: Moment) -> Bool {
        WallEstimate(boot: other.boot, wall: other.wall).wallTime(at: self) != other.wall
    }
}

extension Engine {
    var rules: DecisionRules { DecisionRules(settings.ambient, in: cursor.phase) }

    /// Returns the next change if the light stays as it is: a pending change, a boundary of the
    /// schedule, or the end of reported light, of an override or of a pause; `nil` if none is known.
    ///
    /// `waiting` is `waitingChange(at: now)`.
    mutating func upcomingChange(_ waiting: WaitingChange?, at now: Moment) -> UpcomingChange? {
        if decision.isHeldBack, let time = heldBackUntil?.wall {
            return UpcomingChange(
                at: time, appearance: decision.appearance, boundary: nil,
                why: "three changes in a second are the most")
        }
        guard choice.isAutomatic else { return changeAfterChoice(at: now) }
        if decision.isWaiting, let waiting, let cause = manners.cause {
            return UpcomingChange(
                at: waiting.at, appearance: waiting.target, boundary: nil,
                why: "at most so long it waits while \(cause.words)")
        }
        let byTime = changeByTime(at: now)
        guard let waiting, byTime.map({ waiting.at < $0.at }) ?? true else { return byTime }
        let why = decision.handover.loss == nil ? "the light asks for it" : "the light is lost"
        return UpcomingChange(
            at: waiting.at, appearance: waiting.target, boundary: nil, why: why)
    }

    /// Returns the next change at a boundary or at the end of reported light; `nil` if none is known.
    private mutating func changeByTime(at now: Moment) -> UpcomingChange? {
        guard case .known(let level) = outlook(at: now) else { return nil }
        let present = decision.appearance
        let boundary = cursor.change(rules, after: now.wall, level, from: present)
        if let boundary, decidesByLight(by: boundary.at, at: now) { return nil }
        guard let end = reportEnd(at: now), boundary.map({ end.wall < $0.at }) ?? true
        else { return boundary }
        return changeAfterReport(end, from: present, at: now)
    }

    /// Returns the light by which the appearance changes at the next boundary, if the light stays as it is.
    private func outlook(at now: Moment) -> Outlook {
        switch light.input(settings.ambient.policy, at: now.boot) {
        case .level(let level): return decision.source == .waiting ? .unknown : .known(level)
        case .unavailable: return .known(nil)
        case .warming where decision.handover.loss != nil: return .known(nil)
        case .warming:
            // A check ends within a minute, after which its readings count.
            guard light.unreadCause != nil else { return .unknown }
            return switch decision.source {
            case .light: .known(light.dwell.level)
            case .schedule: .known(nil)
            case .user, .waiting: .unknown
            }
        }
    }

    /// Returns whether light, by which the user lets nothing be decided now, decides again by a time.
    private func decidesByLight(by time: WallTime, at now: Moment) -> Bool {
        let policy = configured.ambient.policy
        guard let end = choice.lightPausedUntil, end <= time, policy != .schedule
        else { return false }
        return isReported(at: end, now) || light.isSensorNext(policy, at: now.boot)
    }

    /// Returns whether light that is reported now still is at a later time.
    private func isReported(at time: WallTime, _ now: Moment) -> Bool {
        light.isReported && reportEnd(at: now).map { $0.wall > time } ?? true
    }

    // MARK: After reported light

    /// Returns the end of the light that is reported, unless its source reports again and again.
    private func reportEnd(at now: Moment) -> Moment? {
        guard light.isReported, let report = light.report, !report.isRepeated(settings)
        else { return nil }
        let end = report.end(settings)
        return Moment(boot: end, wall: wallTime(of: end, at: now, known: reportedUntil))
    }

    /// Returns the next change after reported light; `nil` if a sensor or another report decides then.
    private mutating func changeAfterReport(
        _ end: Moment, from present: Appearance, at now: Moment
    ) -> UpcomingChange? {
        guard !light.reports.hasReport(after: end.boot, settings),
            !light.isSensorNext(settings.ambient.policy, at: now.boot)
        else { return nil }
        var later = cursor(at: end.wall)
        defer { laterCursor = later }
        let rules = rules.during(later.phase)
        let then = rules.scheduleVote
        guard then != present else {
            return later.change(rules, after: end.wall, nil, from: present)
        }
        let due = decision.handover.dueAfterLoss(
            at: end.boot, isSilence: light.isSensorSilent(at: now.boot),
            dwell: rules.dwell(from: present, to: then))
        return UpcomingChange(
            at: end.wall + (due - end.boot), appearance: then, boundary: nil,
            why: "reported light ends")
    }

    /// Returns the position in the schedule at a later time, which is kept.
    private func cursor(at time: WallTime) -> ScheduleCursor {
        laterCursor.flatMap { $0.begins(at: time) ? $0 : nil }
            ?? ScheduleCursor(settings.schedule, at: time)
    }

    // MARK: A change that waits

    /// Returns the change that waits for its dwell time; `nil` if there is none.
    func waitingChange(at now: Moment) -> WaitingChange? {
        if decision.isWaiting, let since = manners.since, let due = manners.due(settings.change) {
            return WaitingChange(
                target: decision.appearance, since: since, due: due,
                at: wallTime(of: due, at: now, known: waitingAt))
        }
        guard !decision.isHeldBack, choice.isAutomatic, let pending = pendingChange(at: now),
            pending.target != decision.appearance
        else { return nil }
        // A change of the sensor's that is due comes with the next reading.
        let at =
            pending.due > now.boot
            ? wallTime(of: pending.due, at: now, known: waitingAt) : now.wall + settings.poll
        return WaitingChange(
            target: pending.target, since: pending.since, due: pending.due, at: at)
    }

    /// Returns the circumstance for which a change waits that is due; `nil` if none does.
    func waitsFor(_ waiting: WaitingChange?) -> ChangeWait? {
        guard decision.isWaiting, let waiting, let cause = manners.cause else { return nil }
        return ChangeWait(cause, atMost: waiting.at)
    }

    private func pendingChange(at now: Moment) -> PendingChange? {
        let rules = rules
        let check = light.sensor.trust.check(at: now.boot)
        if let loss = decision.handover.loss, let due = decision.fallBackDue(check, rules, at: now)
        {
            return PendingChange(target: rules.scheduleVote, since: loss.at, due: due)
        }
        if let due = decision.returnDue(isReported: light.isReported), due > now.boot,
            let level = light.presentLevel(rules.policy, at: now.boot)
        {
            return PendingChange(
                target: rules.appearance(forLight: level), since: due - Handover.calm, due: due)
        }
        guard decision.source == .light,
            light.isReported
                || (light.isReading && light.sensor.trust.state(at: now.boot) == .trusted),
            light.decidingLevel(rules.policy, at: now.boot) != nil,
            var pending = light.dwell.pending(at: now.boot)
        else { return nil }
        pending.target = rules.appearance(forLight: pending.target)
        return pending
    }

    /// Returns an instant of the boot clock on the wall clock, as it was first converted, and
    /// converted again after the wall clock was set.
    func wallTime(of due: BootTime, at now: Moment, known: WallEstimate?) -> WallTime {
        guard let known, known.boot == due, known.wall > now.wall
        else { return now.wall + (due - now.boot) }
        return known.wallTime(at: now)
    }

    // MARK: After an override, a pause and inhibitors

    /// Returns the next change while the user or a program decides; `nil` if it is unknown.
    private mutating func changeAfterChoice(at now: Moment) -> UpcomingChange? {
        var present = decision.appearance
        var freedAt = now.wall
        if choice.mode != .auto {
            guard let until = choice.until else { return nil }
            if choice.isHeld(at: until), let held = choice.heldAppearance {
                if held != present {
                    return UpcomingChange(
                        at: until, appearance: held, boundary: nil, why: "your choice ends")
                }
                present = held
            }
            freedAt = until
        }
        if choice.isHeld(at: freedAt) {
            guard let end = choice.heldUntil else { return nil }
            freedAt = end
        }
        guard let next = change(freedAt: freedAt, from: present, at: now),
            !decidesByLight(by: next.at, at: now)
        else { return nil }
        return next
    }

    /// Returns the next change from the time at which light decides again, without any dwell time; `nil` if a
    /// sensor will decide, which is not read until then.
    private mutating func change(
        freedAt: WallTime, from present: Appearance, at now: Moment
    ) -> UpcomingChange? {
        let policy = settings.ambient.policy
        let isReported = isReported(at: freedAt, now)
        if !isReported, light.isSensorNext(policy, at: now.boot) { return nil }
        let level = isReported ? light.presentLevel(policy, at: now.boot) : nil
        var later = cursor(at: freedAt)
        defer { laterCursor = later }
        let then = rules.during(later.phase).appearance(forLight: level)
        if then != present {
            let why = freedAt == choice.until ? "your choice ends" : "the pause ends"
            return UpcomingChange(at: freedAt, appearance: then, boundary: nil, why: why)
        }
        let next = later.change(rules, after: freedAt, level, from: present)
        // Reported light may end before that.
        guard level != nil, let end = reportEnd(at: now), let next, next.at > end.wall
        else { return next }
        return nil
    }

    /// Returns the next boundary at which `auto` would look different if the light stays as it is.
    ///
    /// If no boundary changes the appearance for the present light, it is the next one at which the
    /// schedule alone would, since the light in a room rarely stays until then; `nil` if none is known.
    mutating func nextTurn(at now: Moment) -> WallTime? {
        cursor.advance(to: now.wall)
        let rules = rules
        let level = light.presentLevel(settings.ambient.policy, at: now.boot)
        for level in level == nil ? [nil] : [level, nil] {
            let present = rules.appearance(forLight: level)
            if let turn = cursor.change(rules, after: now.wall, level, from: present) {
                return turn.at
            }
        }
        return nil
    }

    /// Returns the time of the change after the next one: `auto` keeps what it shows through a change, and has
    /// another one to make then; `nil` if none is known.
    ///
    /// The next change is that of a boundary, or the one that the schedule or the light asks for already.
    mutating func turnAfterNext(at now: Moment) -> WallTime? {
        cursor.advance(to: now.wall)
        let rules = rules
        let present = decision.present
        func next(
            _ level: Appearance?, after start: WallTime, from appearance: Appearance
        ) -> UpcomingChange? {
            cursor.change(rules, after: start, level, from: appearance)
        }
        let level = light.presentLevel(settings.ambient.policy, at: now.boot)
        for level in level == nil ? [nil] : [level, nil] {
            let vote = rules.appearance(forLight: level)
            let skipped =
                vote == present
                ? next(level, after: now.wall, from: present).map { ($0.at, $0.appearance) }
                : (now.wall, vote)
            guard let (start, appearance) = skipped else { continue }
            return
                (next(level, after: start, from: appearance)
                ?? next(nil, after: start, from: appearance))?.at
        }
        return nil
    }
}

extension ScheduleCursor {
    /// Returns the first boundary at which light of a level, or the schedule without one, asks for
    /// another appearance than the present one.
    ///
    /// While light decides, a change that is not within two days is not later either.
    fileprivate mutating func change(
        _ rules: DecisionRules, after start: WallTime, _ level: Appearance?,
        from present: Appearance
    ) -> UpcomingChange? {
        func first(of boundaries: [Boundary]) -> UpcomingChange? {
            for boundary in boundaries where boundary.at > start {
                let then = rules.during(boundary.to).appearance(forLight: level)
                guard then != present else { continue }
                return UpcomingChange(
                    at: boundary.at, appearance: then, boundary: boundary,
                    why: boundary.cause.reason)
            }
            return nil
        }
        return first(of: upcoming()) ?? (level == nil ? first(of: farUpcoming()) : nil)
    }
}

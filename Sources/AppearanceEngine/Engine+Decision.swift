// What follows from the user's choice, the light and the schedule, in the order in which they win.
import AppearanceModel

extension Engine {
    mutating func decide(at now: Moment) {
        if let chosen = mode.fixedAppearance {
            return decideByUser(chosen, because: .manual, at: now)
        }
        if hold.isActive {
            return decideByUser(hold.appearance ?? appearance, because: .inhibited, at: now)
        }
        switch lightVoice(at: now.boot) {
        case .level where isMemory: awaitLight(at: now)
        case .level: decideByLight(at: now)
        case .warming: awaitLight(at: now)
        case .silent: fallBack(at: now)
        }
    }

    private mutating func decideByUser(
        _ next: Appearance, because reason: Reason, at now: Moment
    ) {
        authority = .user
        adopt(next, because: reason, at: now)
        // What waited for its time while the light was gone waits no longer.
        handover = Handover()
    }

    /// Whether the level is what a sensor said before the user had the say, and not read since.
    private var isMemory: Bool {
        guard plan == .off, fed == nil else { return false }
        switch authority {
        case .user, .waiting: return true
        case .light, .schedule: return false
        }
    }

    private mutating func decideByLight(at now: Moment) {
        if isLightHeldBack(at: now.boot) { return decideBySchedule(at: now) }
        let isBack = authority == .schedule && handover.standIn != .none
        if authority == .user || isBack { steadying = seededFromLight(at: now.boot) }
        let before = appearance
        authority = .light
        handover.loss = nil
        handover.standIn = .none
        adoptLevel(at: now)
        if isBack, appearance != before { handover.returnedAt = now.boot }
    }

    /// Goes by what the light said last, and by the schedule of now.
    private mutating func adoptLevel(at now: Moment) {
        let vote = settings.ambient.combined(level: steadying.level, in: cursor.phase)
        adopt(vote.appearance, because: vote.reason, at: now)
    }

    /// While the sensor is being checked, what it or the user last said stays.
    private mutating func awaitLight(at now: Moment) {
        switch authority {
        case .schedule: decideBySchedule(at: now)
        case .light:
            // One reading does not end a loss by silence: the sensor must be trusted again.
            if let due = fallBackDue(at: now), due <= now.boot { return handOver(at: now) }
            adoptLevel(at: now)
        case .user, .waiting:
            handover.loss = nil
            authority = .waiting
            adopt(appearance, because: .startup, at: now)
        }
    }

    /// A light that is lost gives way to the schedule, though not at once: a sensor that is plugged
    /// in again within the ordinary dwell, or that was silent for a minute or two, changes nothing.
    private mutating func fallBack(at now: Moment) {
        switch authority {
        case .schedule, .user: return decideBySchedule(at: now)
        case .light, .waiting: break
        }
        if settings.ambient.policy == .schedule { return decideBySchedule(at: now) }
        noteLoss(at: now)
        if let due = fallBackDue(at: now), due > now.boot {
            if handover.loss?.isSilence == true { adoptLevel(at: now) }
            return
        }
        handOver(at: now)
    }

    private mutating func decideBySchedule(at now: Moment) {
        authority = .schedule
        handover.loss = nil
        fedExpired = false
        adopt(settings.ambient.scheduleVote(in: cursor.phase), because: .schedule, at: now)
    }

    private mutating func adopt(_ next: Appearance, because reason: Reason, at now: Moment) {
        self.reason = reason
        switch reason {
        case .sensor, .schedule: isAutomatic = true
        case .manual, .inhibited: isAutomatic = false
        case .startup: break
        }
        guard next != appearance else { return }
        if published != nil {
            previous = appearance
            sequence += 1
        }
        appearance = next
        since = now.wall
        handover.changedAt = now.boot
    }
}

// MARK: - From light to the schedule and back

extension Engine {
    /// Notes that the light is lost, since when and how.
    private mutating func noteLoss(at now: Moment) {
        // A level from before a suspend, or from before the user's choice, is not worth waiting for.
        let isSilence =
            authority == .light && conditions.resumeGate == nil && !conditions.isLidClosed
            && trust.isSilent(at: now.boot)
        guard var loss = handover.loss else {
            let vote = settings.ambient.scheduleVote(in: cursor.phase)
            let boundary = cursor.upcoming().first {
                settings.ambient.scheduleVote(in: $0.to) != vote
            }
            handover.loss = Handover.Loss(
                at: now.boot, isSilence: isSilence, boundary: boundary?.at)
            return
        }
        loss.isSilence = isSilence
        handover.loss = loss
    }

    private mutating func handOver(at now: Moment) {
        handover.standIn = handover.loss?.isSilence == true ? .forSilence : .forAbsence
        decideBySchedule(at: now)
    }

    /// When the schedule takes over from a light that is lost; `nil` when none is.
    func fallBackDue(at now: Moment) -> BootTime? {
        let target = settings.ambient.scheduleVote(in: cursor.phase)
        return handover.fallBackDue(
            dwell: settings.ambient.dwell(from: appearance, to: target), at: now)
    }

    /// When light that was lost and is back may decide again; `nil` when it need not wait.
    var lightReturnDue: BootTime? {
        guard authority == .schedule, fed == nil else { return nil }
        return handover.returnDue
    }

    /// Whether the schedule still decides, as it changed the appearance a moment ago in place of a
    /// sensor that had fallen silent.
    func isLightHeldBack(at now: BootTime) -> Bool {
        guard let due = lightReturnDue else { return false }
        return due > now || trust.state(at: now) != .trusted
    }
}

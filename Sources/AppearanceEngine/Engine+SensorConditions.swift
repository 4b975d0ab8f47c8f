// What happens around the sensor: suspend and waking up, the lid, who sees the session.
//
// All of it comes down to three things: whether the sensor may be read, whether what it said before
// still counts, and what it has to show before it counts again. What the light said last holds until
// then, together with the schedule of the present moment.
import AppearanceModel

extension Engine {
    // MARK: Suspend

    mutating func beginSuspend(at now: Moment) {
        conditions.suspendingSince = now.boot
    }

    /// Takes the word that a suspend is over.
    ///
    /// One that the clocks have told already is not told twice, but the sensor's peace begins with
    /// the later word.
    mutating func endSuspend(at now: Moment) {
        if conditions.suspendingSince != nil {
            wake(at: now)
        } else if conditions.resumeGate != nil, conditions.restsUntil != nil {
            conditions.rest(until: now.boot + SensorConditions.restAfterSuspend)
        }
    }

    /// Goes on after a suspend, at the time that it is now.
    mutating func wake(at now: Moment, after span: Microseconds = .zero) {
        conditions.suspendingSince = nil
        conditions.resumeGate = ResumeGate(
            since: now.boot, suspendedFor: span, luxBefore: rawLight)
        conditions.rest(until: now.boot + SensorConditions.restAfterSuspend)
        beginSensorAnew(at: now.boot)
        lookAnew(at: now)
    }

    /// Goes by the wall clock as it is now, whatever it was.
    mutating func lookAnew(at now: Moment) {
        cursor = ScheduleCursor(settings.schedule, at: now.wall)
        freedAgenda = nil
        waitingAt = nil
        reportedUntil = nil
        armedWall = nil
        explanation = nil
    }

    mutating func follow(_ schedule: Schedule, at now: Moment) {
        settings.schedule = schedule
        lookAnew(at: now)
    }

    // MARK: The lid and the session

    mutating func moveLid(isClosed: Bool, at now: BootTime) {
        guard isClosed != conditions.isLidClosed else { return }
        conditions.isLidClosed = isClosed
        if isClosed {
            // From here on the sensor is silent, and what follows from silence follows.
            trust.endVouching(at: now)
            forgetWaitingLight(at: now)
        } else {
            conditions.rest(until: now + SensorConditions.restAfterOpening)
            beginSensorAnew(at: now)
        }
    }

    mutating func useSession(_ isInUse: Bool, at now: BootTime) {
        guard isInUse != conditions.isSessionInUse else { return }
        conditions.isSessionInUse = isInUse
        forgetWaitingLight(at: now)
    }

    /// Lets the sensor's readings begin anew: what it said before is a memory of another room.
    private mutating func beginSensorAnew(at now: BootTime) {
        if fed == nil { noteLastLight() }
        filter = LightFilter()
        keepsLevel = false
        handover.loss = nil
        handover.standIn = .none
        trust.warmUp(at: now)
        if plan == .off, !conditions.isLidClosed {
            _ = trust.setWatch(.off(.warming), at: now)
        }
        noteMovement()
        forgetWaitingLight(at: now)
    }

    /// Lets every change that waits for its dwell begin anew.
    private mutating func forgetWaitingLight(at now: BootTime) {
        steadying.forgetPending()
        if let fed { steadying.observe(LogLux(lux: fed.lux.value), at: now) }
    }

    // MARK: As time goes by

    /// Ends what has lasted long enough, and gives a sensor some peace that only says 0.
    mutating func settleCircumstances(at now: Moment) {
        if let since = conditions.suspendingSince,
            since + SensorConditions.longestSuspending <= now.boot
        {
            wake(at: now)
        }
        conditions.endRest(at: now.boot)
        if let due = zeroRestDue(at: now.boot), due <= now.boot,
            let end = conditions.resumeGate?.restFromZero(at: now.boot)
        {
            conditions.rest(until: end)
        }
    }

    /// When `settleCircumstances` has something to do next.
    @inline(__always) func circumstancesDue(at now: BootTime) -> BootTime? {
        guard let zero = zeroRestDue(at: now) else { return conditions.due }
        return conditions.due.map { min($0, zero) } ?? zero
    }

    @inline(__always) private func zeroRestDue(at now: BootTime) -> BootTime? {
        guard isReading, trust.isDoubted, trust.hasNeverVaried, rawLight == 0 else { return nil }
        return conditions.resumeGate?.zeroRestDue(at: now)
    }

    /// Whether a reading counts, after a suspend that may lie behind it.
    mutating func admits(_ sample: LightSample) -> Bool {
        guard
            let verdict = conditions.resumeGate?.judge(sample.light.value, at: sample.at)
        else { return true }
        switch verdict {
        case .discard: return false
        case .doubt: trust.doubt()
        case .accept: break
        }
        return true
    }
}

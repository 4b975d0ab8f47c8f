import AppearanceModel

/// The light level of a sensor or of a report, filtered, with all that makes it count or not.
///
/// `LightState+Plan.swift` derives from it what the decision and the reader need.
struct LightState: Sendable {
    private(set) var trust = SensorTrust()
    private(set) var conditions = SensorConditions()
    private(set) var filter = LightFilter()
    private(set) var dwell: DwellFilter
    /// The unit of the sensor.
    private(set) var sensorUnit = LightUnit.lux
    /// The last reading of the sensor; `nil` if there is none.
    private(set) var raw: Double?
    /// The reported light that replaces the sensor; `nil` if none counts.
    private(set) var report: LightReport?
    /// The reports of other connections that later ones have replaced, oldest first.
    private var replacedReports: [LightReport] = []
    /// The way in which the last light ended if it was a report; `nil` for a sensor.
    private(set) var reportEnd: ReportEnd?
    /// The last level before the light was lost.
    private(set) var lastLevel: LightReading?
    /// The source of `lastLevel` if it was reported; `nil` for a sensor.
    private(set) var lastSource: String?
    /// The keys of the sensors whose value has varied, the one that was trusted last at the end.
    private(set) var workingSensors: [String] = []
    /// Whether a client wants light levels even if they do not decide.
    private(set) var isWanted = false
    /// Whether the light has been steady for long enough to be read less often.
    private(set) var isSteady = false
    private(set) var plan = PollPlan.off
    private var steadySince: BootTime?
    /// Whether a sensor that returns continues from the level that still decides.
    private var keepsLevel = false

    /// The number of sensors that are remembered.
    private static let mostWorkingSensors = 32

    init(_ ambient: AmbientSettings, from appearance: Appearance) {
        dwell = DwellFilter(ambient, from: appearance)
    }

    /// Restores the sensors and the reported light that an earlier run had saved.
    mutating func restore(_ saved: SavedState, _ settings: EngineSettings, at now: Moment) {
        workingSensors = saved.movers.suffix(Self.mostWorkingSensors)
        report = saved.reported.flatMap {
            LightReport($0, lifetime: settings.reportLifetime, at: now)
        }
    }

    // MARK: Readings

    /// Adds a reading; returns whether more than the level and the plan may have changed.
    mutating func add(
        _ sample: LightSample, in appearance: Appearance, by source: DecisionSource, at now: Moment
    ) -> Bool {
        guard trust.key != nil, isReading, accepts(sample) else { return false }
        let time = min(sample.at, now.boot)
        let before = trust.state(at: now.boot)
        let wasVouched = trust.watch == .vouched
        if trust.silence(at: time) > trust.staleAfter, !wasVouched { dwell.forgetPending() }
        if wasVouched {
            forgetSteadiness()
            trust.endVouching(at: now.boot)
        }
        if sample.light.unit != sensorUnit {
            sensorUnit = sample.light.unit
            filter = LightFilter()
            if report == nil { restartDwell(dwell.settings, from: appearance) }
        }
        let wasSilent = trust.isSilent(at: time)
        let wasUnread = trust.isUnread
        if trust.add(sample.light.value, at: time) {
            filter = LightFilter()
            keepsLevel = wasSilent && source == .light
        }
        raw = sample.light.value
        reportEnd = nil
        let ownLight = ownLight(dwell.settings, in: appearance)
        filter.add(
            lux: max(0, sample.light.value - ownLight), at: time,
            smoothing: dwell.settings.smoothing)
        noteSteadiness(of: sample.light.value, ownLight: ownLight, at: now.boot)

        let pendingBefore = dwell.pendingStarts
        let wasHeld = dwell.isHeld
        let state = trust.state(at: now.boot)
        let becameTrusted = state == .trusted && !(before == .trusted || before == .stale)
        if becameTrusted {
            if let key = trust.key { noteWorkingSensor(key) }
            conditions.resumeGate = nil
        }
        if report == nil, state == .trusted, let level = filter.level {
            observe(level, becameTrusted: becameTrusted, at: time)
        }
        let isOtherChange = dwell.pendingStarts != pendingBefore
        let hasSettled = dwell.settle(at: now.boot) || dwell.isHeld != wasHeld
        // A sensor that is due for a pause gets it now, not by a timer that is due at once.
        let isDue = conditionsDue(at: now.boot).map { $0 <= now.boot } ?? false
        return hasSettled || isOtherChange || isDue || state != before || wasUnread
    }

    private mutating func noteWorkingSensor(_ key: String) {
        guard workingSensors.last != key else { return }
        workingSensors.removeAll { $0 == key }
        workingSensors = workingSensors.suffix(Self.mostWorkingSensors - 1) + [key]
    }

    private mutating func observe(_ level: LogLux, becameTrusted: Bool, at time: BootTime) {
        guard becameTrusted else { return dwell.observe(level, at: time) }
        filter.settle()
        if keepsLevel {
            dwell.observe(filter.level ?? level, at: time)
        } else {
            dwell.seed(filter.level ?? level)
        }
        keepsLevel = false
    }

    /// Returns whether a reading counts after a suspend that it may precede.
    private mutating func accepts(_ sample: LightSample) -> Bool {
        guard let verdict = conditions.resumeGate?.judge(sample.light.value, at: sample.at)
        else { return true }
        switch verdict {
        case .discard: return false
        case .doubt: trust.doubt()
        case .accept: break
        }
        return true
    }

    /// Notes that readings fail, with the time of the last valid one.
    mutating func addFailure(lastValid: BootTime?, at now: BootTime) {
        trust.addFailure(lastValid: lastValid, at: now)
        noteLastLevel()
        forgetSteadiness()
    }

    mutating func noteStuck(_ isStuck: Bool) { trust.isReportedStuck = isStuck }

    // MARK: The sensor

    mutating func useSensor(_ key: String, _ decision: Decision, at now: BootTime) {
        guard key != trust.key else { return }
        trust.begin(with: key, hasVaried: workingSensors.contains(key), at: now)
        // Until it is read, the lack of readings means nothing.
        if !isReading, !conditions.isLidClosed {
            _ = trust.setWatch(.off(trust.state(at: now)), at: now)
        }
        conditions.resumeGate?.restart()
        keepsLevel = decision.source == .light
        forgetReadings()
    }

    mutating func loseSensor() {
        if trust.key != nil { reportEnd = nil }
        noteLastLevel()
        trust.end()
        forgetReadings()
    }

    private mutating func forgetReadings() {
        filter = LightFilter()
        forgetSteadiness()
        raw = nil
    }

    // MARK: Reported light

    /// Uses a report in place of any other; one of a connection counts again once its successors
    /// have ended.
    mutating func add(
        _ next: LightReport, _ settings: EngineSettings, _ decision: Decision, at now: BootTime
    ) {
        if let report, report.connection != nil { replacedReports.append(report) }
        if let connection = next.connection { forgetReplacedReport(of: connection) }
        let isAnother = report == nil && (decision.source != .light || sensorUnit != .lux)
        report = next
        if isAnother { restartDwell(settings.ambient, from: decision.appearance) }
        observeNewReport(at: now)
    }

    /// Ends the report of a connection that is gone; a later report of another one stays.
    mutating func endReport(
        of connection: UInt32, _ settings: EngineSettings, _ decision: Decision, at now: BootTime
    ) {
        forgetReplacedReport(of: connection)
        guard report?.connection == connection else { return }
        if let last = replacedReports.last, last.at + settings.reportLifetime > now {
            report = replacedReports.removeLast()
            observeNewReport(at: now)
        } else {
            endReport(.sourceGone, settings.ambient, decision, at: now)
        }
    }

    /// Moves the time of the report with a wall clock that was set.
    mutating func followClock(at now: Moment) {
        guard let report else { return }
        let time = WallEstimate(boot: report.at, wall: report.reportedAt)
        self.report?.reportedAt = time.wallTime(at: now)
    }

    private mutating func observeNewReport(at now: BootTime) {
        reportEnd = nil
        observeReport(at: now)
        _ = dwell.settle(at: now)
    }

    private mutating func forgetReplacedReport(of connection: UInt32) {
        replacedReports.removeAll { $0.connection == connection }
    }

    mutating func forgetReportEnd() { reportEnd = nil }

    /// Ends a report that has expired, and makes a change that is due.
    mutating func settle(_ settings: EngineSettings, _ decision: Decision, at now: BootTime) {
        if let expiring = report, expiring.at + settings.reportLifetime <= now {
            endReport(.expired, settings.ambient, decision, at: now)
        }
        // A report stays valid by itself; a sensor must be read again before a change is made.
        if report != nil { _ = dwell.settle(at: now) }
    }

    private mutating func endReport(
        _ end: ReportEnd, _ ambient: AmbientSettings, _ decision: Decision, at now: BootTime
    ) {
        noteLastLevel()
        reportEnd = end
        report = nil
        if sensorUnit != .lux {
            restartDwell(ambient, from: decision.appearance)
        } else if trust.state(at: now) != .none {
            dwell.forgetPending()
        }
        // Without a sensor a pending change stays until the schedule decides: a program may report
        // again and again, for some seconds each time.
        observePresentLevel(at: now)
    }

    // MARK: The dwell times

    /// Starts from the appearance in effect, so that a change needs its dwell time.
    mutating func restartDwell(_ ambient: AmbientSettings, from appearance: Appearance) {
        dwell = DwellFilter(ambient, in: unit, from: appearance)
    }

    /// Adopts the present level without any dwell time.
    mutating func adoptLevel(at now: BootTime) { dwell = dwellWithoutDelay(at: now) }

    /// Applies other settings to the present level.
    mutating func apply(_ ambient: AmbientSettings, _ decision: Decision, at now: BootTime) {
        restartDwell(ambient, from: decision.appearance)
        observePresentLevel(at: now)
    }

    /// Observes the level that counts now, since there may be no further reading: neither of reported
    /// light nor of a sensor in steady light.
    private mutating func observePresentLevel(at now: BootTime) {
        forgetSteadiness()
        if trust.watch == .vouched { trust.endVouching(at: now) }
        if report != nil {
            observeReport(at: now)
        } else if isReading, trust.state(at: now) == .trusted, let level = filter.level {
            dwell.observe(level, at: now)
        }
    }

    /// Starts again from a restored appearance.
    mutating func resume(
        from appearance: Appearance, _ ambient: AmbientSettings, at now: BootTime
    ) {
        restartDwell(ambient, from: appearance)
        observeReport(at: now)
    }

    /// Restarts the dwell time of every pending change.
    private mutating func forgetPending(at now: BootTime) {
        dwell.forgetPending()
        observeReport(at: now)
    }

    private mutating func observeReport(at now: BootTime) {
        if let report { dwell.observe(report.level, at: now, isReported: true) }
    }

    private mutating func noteLastLevel() {
        guard let level else { return }
        lastLevel = level
        lastSource = report?.source
    }

    // MARK: The plan of the readings

    /// Returns whether a reading is in the band of `steadyBand`: by its logarithm, which the filter
    /// needs too, and not by two powers.
    @inline(__always) private mutating func isInSteadyBand(
        _ light: Double, ownLight: Double
    ) -> Bool {
        guard unit == sensorUnit else { return false }
        if let only = trust.onlyLight { return light == only }
        guard let levels = steadyLevels else { return false }
        let level = filter.logarithm(of: max(0, light - ownLight))
        return level >= levels.lowest && level <= levels.highest
    }

    mutating func want(_ isWanted: Bool) { self.isWanted = isWanted }

    mutating func follow(_ next: PollPlan, _ settings: EngineSettings, at now: BootTime) {
        let watch: SensorTrust.Watch =
            switch next {
            case .off: conditions.isLidClosed ? .every : .off(trust.state(at: now))
            case .every: .every
            case .steady: .vouched
            }
        if next == .off, trust.watch == .vouched { trust.endVouching(at: now) }
        // Under a closed lid, the interval of varying light counts.
        let interval = next.interval ?? settings.poll
        if trust.setWatch(watch, every: interval, at: now) { filter = LightFilter() }
        // Steadiness before a pause in the readings does not count after it.
        if next == .off { forgetSteadiness() }
        let isBack = !isReading
        plan = next
        // The level does: a change that it asks for waits from now on.
        if isBack { observePresentLevel(at: now) }
    }

    private mutating func noteSteadiness(of light: Double, ownLight: Double, at now: BootTime) {
        guard !dwell.isPending, isInSteadyBand(light, ownLight: ownLight)
        else { return forgetSteadiness() }
        let since = steadySince ?? now
        steadySince = since
        isSteady = now - since >= Self.steadyAfter
    }

    private mutating func forgetSteadiness() {
        steadySince = nil
        isSteady = false
    }
}

// MARK: - Suspend, lid and session

extension LightState {
    mutating func beginSuspend(at now: BootTime) { conditions.suspendingSince = now }

    /// Notes the report that a suspend has ended; returns whether the sensor is to start again.
    ///
    /// If the clocks have shown the suspend already, only the time without readings restarts.
    mutating func endSuspend(at now: BootTime) -> Bool {
        if conditions.suspendingSince != nil { return true }
        if conditions.resumeGate != nil, conditions.restsUntil != nil {
            conditions.rest(until: now + SensorConditions.restAfterSuspend)
        }
        return false
    }

    /// Starts the sensor again after a suspend.
    mutating func wake(after span: Microseconds, at now: BootTime) {
        conditions.suspendingSince = nil
        conditions.resumeGate = ResumeGate(since: now, suspendedFor: span, luxBefore: raw)
        conditions.rest(until: now + SensorConditions.restAfterSuspend)
        restartSensor(at: now)
    }

    /// Closes or opens the lid; returns whether the sensor starts again.
    mutating func moveLid(isClosed: Bool, at now: BootTime) -> Bool {
        guard isClosed != conditions.isLidClosed else { return false }
        conditions.isLidClosed = isClosed
        guard isClosed else {
            conditions.rest(until: now + SensorConditions.restAfterOpening)
            restartSensor(at: now)
            return true
        }
        // From now on the sensor has no readings, with all consequences.
        trust.endVouching(at: now)
        forgetPending(at: now)
        return false
    }

    mutating func useSession(_ isInUse: Bool, at now: BootTime) {
        guard isInUse != conditions.isSessionInUse else { return }
        conditions.isSessionInUse = isInUse
        forgetPending(at: now)
    }

    /// Restarts the warm-up of the sensor, as its earlier readings are of another room.
    private mutating func restartSensor(at now: BootTime) {
        if report == nil { noteLastLevel() }
        filter = LightFilter()
        keepsLevel = false
        trust.warmUp(at: now)
        if plan == .off, !conditions.isLidClosed {
            _ = trust.setWatch(.off(.warming), at: now)
        }
        forgetSteadiness()
        forgetPending(at: now)
    }

    /// Ends a time without readings that is over, and starts one for a sensor that reports only 0.
    mutating func settleConditions(at now: BootTime) {
        conditions.endRest(at: now)
        if let due = zeroRestDue(at: now), due <= now,
            let end = conditions.resumeGate?.restFromZero(at: now)
        {
            conditions.rest(until: end)
        }
    }
}

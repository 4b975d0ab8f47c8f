import AppearanceModel

/// The light that counts: that of the sensor or of a report, compared with the thresholds.
///
/// `LightState+Plan.swift` derives from it what the decision and the reader need.
struct LightState: Sendable {
    private(set) var sensor = SensorLight()
    private(set) var sensorRole = SensorRole()
    private(set) var conditions = SensorConditions()
    private(set) var dwell: DwellFilter
    private(set) var reports = ReportedLevels()
    /// Whether the sensor decides although light is reported.
    private var isReportHeld = false
    /// The time at which reported light last replaced a trusted sensor; `nil` if none has.
    private var reportsSince: BootTime?
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
    private(set) var levelRequest = LevelRequest.none
    /// The time of the last resume, or at which the session was last used again; `nil` for neither.
    private(set) var returnedAt: BootTime?
    /// Whether the light has been steady for long enough to be read less often.
    private(set) var isSteady = false
    private(set) var plan = PollPlan.off
    private var steadySince: BootTime?

    /// A request for a level while changes are inhibited.
    enum LevelRequest {
        case none, waiting
        /// The last report was that level, and is of a light that was made for it.
        case answered
    }

    /// The number of sensors that are remembered.
    private static let mostWorkingSensors = 32

    init(_ ambient: AmbientSettings, from appearance: Appearance) {
        dwell = DwellFilter(ambient, from: appearance)
    }

    /// Restores the sensors and the reported light that an earlier run had saved.
    mutating func restore(_ saved: SavedState, _ settings: EngineSettings, at now: Moment) {
        workingSensors = saved.movers.suffix(Self.mostWorkingSensors)
        reports = ReportedLevels(
            saved.reported.flatMap { LightReport($0, lifetime: settings.reportLifetime, at: now) })
    }

    // MARK: Readings

    /// Adds a reading; returns whether more than the level and the plan may have changed.
    mutating func add(
        _ sample: LightSample, in appearance: Appearance, by source: DecisionSource, at now: Moment
    ) -> Bool {
        guard isReading,
            let verdict = sensor.add(
                sample, dwell.settings, in: appearance, continues: source == .light, at: now.boot)
        else { return false }
        reportEnd = nil
        if verdict.followsGap { dwell.forgetPending() }
        if verdict.endsVouching { forgetSteadiness() }
        if verdict.hasOtherUnit, !isReported { restartDwell(dwell.settings, from: appearance) }
        observeSteadiness(of: sample.light.value, ownLight: verdict.ownLight, at: now.boot)
        if verdict.becameTrusted { recordWorkingSensor() }

        let (pendingBefore, wasHeld) = (dwell.pendingStarts, dwell.isHeld)
        if !isReported, let level = verdict.level {
            observe(level, becameTrusted: verdict.becameTrusted, at: verdict.time)
        }
        let isOtherChange = dwell.pendingStarts != pendingBefore
        // A reading of a sensor that is being checked makes no change that another one has asked for.
        let isCounted = isReported || verdict.level != nil
        let hasChanged = isCounted && dwell.advance(to: now.boot) || dwell.isHeld != wasHeld
        // A sensor that is due for a pause gets it now, not by a timer that is due at once.
        let isDue = conditionsDue(at: now.boot).map { $0 <= now.boot } ?? false
        let isOtherSource = isReported && isSensorReady(at: now.boot)
        return hasChanged || isOtherChange || isDue || verdict.isOtherState || isOtherSource
    }

    private mutating func recordWorkingSensor() {
        guard let key = sensor.trust.key, workingSensors.last != key else { return }
        workingSensors.removeAll { $0 == key }
        workingSensors = workingSensors.suffix(Self.mostWorkingSensors - 1) + [key]
    }

    private mutating func observe(_ level: LogLux, becameTrusted: Bool, at time: BootTime) {
        guard becameTrusted else { return dwell.observe(level, at: time) }
        if sensor.endWarmUp() {
            dwell.observe(sensor.filter.level ?? level, at: time)
        } else {
            dwell.seed(sensor.filter.level ?? level)
        }
    }

    /// Records that readings fail, with the time of the last valid one.
    mutating func addFailure(lastValid: BootTime?, at now: BootTime) {
        sensor.addFailure(lastValid: lastValid, at: now)
        recordLastLevel()
        forgetSteadiness()
    }

    mutating func setStuck(_ isStuck: Bool) {
        if isStuck { recordLastLevel() }
        sensor.setStuck(isStuck)
    }

    // MARK: The sensor

    /// Uses a sensor, in place of the one before; of the same one, only the role may be another one.
    mutating func useSensor(
        _ key: String, _ role: SensorRole, _ decision: Decision, at now: BootTime
    ) {
        sensorRole = role
        conditions.isUnderLid = role.isUnderLid
        guard key != sensor.trust.key else { return }
        recordLastLevel()
        sensor.begin(
            with: key, hasVaried: workingSensors.contains(key),
            keepsLevel: decision.source == .light, at: now)
        // Until it is read, the lack of readings means nothing.
        if !isReading, !conditions.isCovered {
            sensor.setWatch(.off(sensor.trust.state(at: now)), at: now)
        }
        forgetSteadiness()
    }

    mutating func loseSensor() {
        if sensor.trust.key != nil { reportEnd = nil }
        recordLastLevel()
        sensor.end()
        sensorRole = SensorRole()
        conditions.isUnderLid = true
        forgetSteadiness()
    }

    // MARK: Reported light

    /// The reported light that replaces the sensor; `nil` if none counts.
    var report: LightReport? { isReportHeld ? nil : reports.deciding }

    /// Whether reported light replaces the sensor.
    var isReported: Bool { !isReportHeld && reports.isDeciding }

    /// Adds a report.
    mutating func add(
        _ next: LightReport, _ settings: EngineSettings, _ decision: Decision, at now: BootTime
    ) {
        levelRequest = levelRequest == .waiting ? .answered : .none
        let isFirst = !reports.isDeciding
        let wasReported = isReported
        reports.add(next, settings, at: now)
        if isFirst {
            // Of a program that connects again and again, not of a person who reports a level once.
            let mustWait = next.connection != nil && isCalm(at: now)
            isReportHeld = isSensorTrusted(at: now) && (isSensorPreferred || mustWait)
            if !isReportHeld, isSensorTrusted(at: now) { reportsSince = now }
        }
        guard isReported else { return }
        let isAnother = !wasReported && (decision.source != .light || sensor.unit != .lux)
        if isAnother { restartDwell(settings.ambient, from: decision.appearance) }
        observeNewReport(at: now)
    }

    /// Ends some reports, those of a connection that is gone or of a name; the other ones stay.
    mutating func endReports(
        _ settings: EngineSettings, _ decision: Decision, at now: BootTime,
        where isEnded: (LightReport) -> Bool
    ) {
        let level = level
        let before = report
        reports.end(settings, at: now, where: isEnded)
        guard let before, before != report else { return }
        if isReported {
            observeNewReport(at: now)
        } else {
            endReport(.sourceGone, before, level, settings.ambient, decision, at: now)
        }
    }

    /// Moves the times of the reports with a wall clock that was set.
    mutating func followClock(at now: Moment) { reports.followClock(at: now) }

    private mutating func observeNewReport(at now: BootTime) {
        reportEnd = nil
        observeReport(at: now)
        _ = dwell.advance(to: now)
    }

    // MARK: Sensor or report

    /// Whether `sensor.prefer` names the sensor before the reported light.
    private var isSensorPreferred: Bool {
        (sensorRole.preference ?? .max) < (reports.preference ?? .max)
    }

    /// Returns whether the sensor is trusted, and is read.
    private func isSensorTrusted(at now: BootTime) -> Bool {
        guard isReading else { return false }
        return switch sensor.trust.state(at: now) {
        case .trusted, .stale: true
        case .none, .warming, .distrusted: false
        }
    }

    /// Returns whether reported light has replaced the sensor a short time ago.
    private func isCalm(at now: BootTime) -> Bool {
        reportsSince.map { now - $0 < Handover.calm } ?? false
    }

    /// Returns whether a preferred sensor may replace reported light: it has been trusted for a minute.
    private func isSensorReady(at now: BootTime) -> Bool {
        guard isSensorPreferred, isSensorTrusted(at: now), let since = sensor.trustedSince
        else { return false }
        return now - since >= .minutes(1) && !isCalm(at: now)
    }

    /// The time at which reported light may replace the sensor; `nil` if it need not wait.
    var reportDue: BootTime? {
        guard isReportHeld, !isSensorPreferred else { return nil }
        return reportsSince.map { $0 + Handover.calm }
    }

    /// Selects the sensor or the reported light, so that the two do not alternate.
    private mutating func chooseSource(
        _ settings: EngineSettings, _ decision: Decision, at now: BootTime
    ) {
        guard reports.isDeciding else { return isReportHeld = false }
        let isHeld =
            isReportHeld
            ? isSensorTrusted(at: now) && (isSensorPreferred || isCalm(at: now))
            : isSensorReady(at: now)
        guard isHeld != isReportHeld else { return }
        if isHeld { recordLastLevel() } else { reportsSince = now }
        isReportHeld = isHeld
        if sensor.unit != .lux { restartDwell(settings.ambient, from: decision.appearance) }
        if isHeld { observePresentLevel(at: now) } else { observeNewReport(at: now) }
    }

    /// Forgets how the last light ended and what it asked for, as the schedule decides.
    mutating func forgetLastLight() {
        reportEnd = nil
        dwell.forgetHistory()
    }

    /// Ends reports that have expired, and makes a change that is due.
    mutating func advance(
        _ settings: EngineSettings, _ decision: Decision, to now: BootTime
    ) {
        let level = level
        let before = report
        reports.update(settings, at: now)
        if let before, before != report {
            if isReported {
                observeNewReport(at: now)
            } else {
                let end = ReportEnd.expired(after: before.lifetime(settings))
                endReport(end, before, level, settings.ambient, decision, at: now)
            }
        }
        chooseSource(settings, decision, at: now)
        // A report stays valid by itself; a sensor must be read again before a change is made.
        guard let report else { return }
        if report.interval != nil { observeReport(at: now) }
        _ = dwell.advance(to: now)
    }

    private mutating func endReport(
        _ end: ReportEnd, _ report: LightReport, _ level: LightReading?,
        _ ambient: AmbientSettings, _ decision: Decision, at now: BootTime
    ) {
        lastLevel = level
        lastSource = report.source
        reportEnd = end
        if sensor.unit != .lux {
            restartDwell(ambient, from: decision.appearance)
        } else if sensor.trust.state(at: now) != .none {
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
        if sensor.trust.watch == .vouched { sensor.endVouching(at: now) }
        if isReported {
            observeReport(at: now)
        } else if isReading, let level = sensor.trustedLevel(at: now) {
            dwell.observe(level, at: now)
        }
    }

    /// Continues from the level before an override, if that asks for an appearance, or from the appearance.
    mutating func resume(
        from appearance: Appearance, _ rules: DecisionRules, _ ambient: AmbientSettings,
        at now: BootTime
    ) {
        if rules.appearance(forLight: dwell.level) == appearance {
            forgetPending(at: now)
        } else {
            resume(from: appearance, ambient, at: now)
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
        guard let report else { return }
        // A single report of a source that reports every half hour may be false until the next one.
        if let due = confirmationDue, due > now { return dwell.forgetPending() }
        dwell.observe(report.level, at: now, isReported: true)
    }

    /// The time until which the report waits for a second one; `nil` if it does not.
    var confirmationDue: BootTime? { report?.confirmationDue(in: dwell.quietRange) }

    private mutating func recordLastLevel() {
        guard let level else { return }
        lastLevel = level
        lastSource = report?.source
    }

    // MARK: The plan of the readings

    /// Returns whether a reading is in the band of `steadyBand`: by its logarithm, which the filter
    /// needs too, and not by two powers.
    private mutating func isInSteadyBand(
        _ light: Double, ownLight: Double
    ) -> Bool {
        guard unit == sensor.unit else { return false }
        if let only = sensor.trust.onlyLight { return light == only }
        guard let levels = steadyLevels else { return false }
        let level = sensor.logarithm(of: max(0, light - ownLight))
        return level >= levels.lowest && level <= levels.highest
    }

    mutating func want(_ isWanted: Bool) { self.isWanted = isWanted }

    mutating func requestLevel() { levelRequest = .waiting }

    /// Ends a request that has no level yet.
    mutating func endLevelRequest() { if levelRequest == .waiting { levelRequest = .none } }

    mutating func follow(_ next: PollPlan, _ settings: EngineSettings, at now: BootTime) {
        let watch: SensorTrust.Watch =
            switch next {
            case .off: conditions.isCovered ? .every : .off(sensor.trust.state(at: now))
            case .every: .every
            case .steady: .vouched
            }
        if next == .off, sensor.trust.watch == .vouched { sensor.endVouching(at: now) }
        // Under a closed lid, the interval of varying light counts.
        let interval = next.interval ?? settings.poll
        sensor.setWatch(watch, every: interval, at: now)
        // Steadiness before a pause in the readings does not count after it.
        if next == .off { forgetSteadiness() }
        let isBack = !isReading
        plan = next
        // The level does: a change that it asks for waits from now on.
        if isBack { observePresentLevel(at: now) }
    }

    private mutating func observeSteadiness(of light: Double, ownLight: Double, at now: BootTime) {
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

    /// Handles the report that a suspend has ended; returns whether the sensor is to start again.
    ///
    /// If the clocks have shown the suspend already, only the time without readings restarts.
    mutating func endSuspend(at now: BootTime) -> Bool {
        if conditions.suspendingSince != nil { return true }
        if sensor.gate != nil, conditions.restsUntil != nil {
            conditions.rest(until: now + SensorConditions.restAfterSuspend)
        }
        return false
    }

    /// Starts the sensor again after a suspend.
    mutating func wake(after span: Microseconds, at now: BootTime) {
        conditions.suspendingSince = nil
        returnedAt = now
        conditions.rest(until: now + SensorConditions.restAfterSuspend)
        restartSensor(at: now) { $0.restart(afterSuspendFor: span, at: now) }
    }

    /// Closes or opens the lid; returns whether the sensor starts again.
    mutating func moveLid(isClosed: Bool, at now: BootTime) -> Bool {
        cover(at: now) { $0.isLidClosed = isClosed }
    }

    /// Follows the user's sessions; returns whether the sensor starts again.
    mutating func useSession(_ use: SessionUse, at now: BootTime) -> Bool {
        let wasInUse = conditions.isSessionInUse
        let restarts = cover(at: now) { $0.session = use }
        // It was not read before either, but now it has no readings, with all consequences.
        if conditions.session == .remote, !isReading { sensor.setWatch(.every, at: now) }
        if conditions.isSessionInUse != wasInUse {
            forgetPending(at: now)
            if !wasInUse { returnedAt = now }
        }
        return restarts
    }

    /// Makes a change that may cover the sensor, or uncover it; returns whether it starts again.
    private mutating func cover(
        at now: BootTime, _ change: (inout SensorConditions) -> Void
    ) -> Bool {
        let (wasCovered, wasUnderLid) = (conditions.isCovered, conditions.isLidOnSensor)
        change(&conditions)
        guard conditions.isCovered != wasCovered else { return false }
        guard conditions.isCovered else {
            if wasUnderLid { conditions.rest(until: now + SensorConditions.restAfterOpening) }
            restartSensor(at: now) { $0.restart(at: now) }
            return true
        }
        // From now on the sensor has no readings, with all consequences.
        sensor.endVouching(at: now)
        forgetPending(at: now)
        return false
    }

    /// Restarts the warm-up of the sensor.
    private mutating func restartSensor(
        at now: BootTime, _ restart: (inout SensorLight) -> Void
    ) {
        if !isReported { recordLastLevel() }
        dwell.forgetHistory()
        restart(&sensor)
        if plan == .off, !conditions.isCovered { sensor.setWatch(.off(.warming), at: now) }
        forgetSteadiness()
        forgetPending(at: now)
    }

    /// Ends a time without readings that is over, and starts one for a sensor that reports only 0.
    mutating func advanceConditions(to now: BootTime) {
        conditions.endRest(at: now)
        if let due = zeroRestDue(at: now), due <= now,
            let end = sensor.restFromZero(at: now)
        {
            conditions.rest(until: end)
        }
    }
}

import AppearanceModel

/// The readings of one light sensor: whether they count, and the level that they give.
struct SensorLight: Sendable {
    private(set) var trust = SensorTrust()
    /// The check of its readings after the last suspend; `nil` once it has passed.
    private(set) var gate: ResumeGate?
    private(set) var filter = LightFilter()
    private(set) var unit = LightUnit.lux
    /// The last reading; `nil` if there is none.
    private(set) var raw: Double?
    /// The time since which it has been trusted; `nil` if it is not.
    private(set) var trustedSince: BootTime?
    /// Whether the sensor, once trusted, continues from the level that still decides.
    private var keepsLevel = false

    /// The conclusions from a reading that counts.
    struct Verdict {
        /// The time of the reading.
        var time: BootTime
        /// The part of the reading that is the light of the screen itself.
        var ownLight: Double
        /// Whether it follows a time without readings, before which a change cannot have begun.
        var followsGap: Bool
        /// Whether the reader had vouched for the readings before it.
        var endsVouching: Bool
        var hasOtherUnit: Bool
        /// Whether it is the first one, or has changed the state of the sensor.
        var isOtherState: Bool
        var becameTrusted: Bool
        /// The smoothed level; `nil` if the sensor is not trusted.
        var level: LogLux?
    }

    // MARK: The device

    /// Starts with another device; `keepsLevel` if it continues from the level that still decides.
    mutating func begin(with key: String, hasVaried: Bool, keepsLevel: Bool, at now: BootTime) {
        trust.begin(with: key, hasVaried: hasVaried, at: now)
        gate?.restart()
        self.keepsLevel = keepsLevel
        forgetReadings()
    }

    /// Forgets the device.
    mutating func end() {
        trust.end()
        forgetReadings()
    }

    private mutating func forgetReadings() {
        filter = LightFilter()
        raw = nil
        trustedSince = nil
    }

    /// Restarts the warm-up, as the earlier readings are of another room.
    mutating func restart(at now: BootTime) {
        filter = LightFilter()
        keepsLevel = false
        trustedSince = nil
        trust.warmUp(at: now)
    }

    /// Restarts the warm-up after a suspend.
    mutating func restart(afterSuspendFor span: Microseconds, at now: BootTime) {
        gate = ResumeGate(since: now, suspendedFor: span, luxBefore: raw)
        restart(at: now)
    }

    // MARK: Readings

    /// Adds a reading, and returns the conclusions; `nil` if it does not count.
    ///
    /// With `continues`, light decides.
    mutating func add(
        _ sample: LightSample, _ ambient: AmbientSettings, in appearance: Appearance,
        continues: Bool, at now: BootTime
    ) -> Verdict? {
        guard trust.key != nil, accepts(sample) else { return nil }
        let time = min(sample.at, now)
        let before = trust.state(at: now)
        let wasVouched = trust.watch == .vouched
        let followsGap = trust.silence(at: time) > trust.staleAfter && !wasVouched
        if wasVouched { trust.endVouching(at: now) }
        let hasOtherUnit = sample.light.unit != unit
        if hasOtherUnit {
            unit = sample.light.unit
            filter = LightFilter()
        }
        let wasSilent = trust.isSilent(at: time)
        let wasUnread = trust.isUnread
        if trust.add(sample.light.value, at: time) {
            filter = LightFilter()
            keepsLevel = wasSilent && continues
        }
        raw = sample.light.value
        let ownLight = ownLight(ambient, in: appearance)
        filter.add(
            lux: max(0, sample.light.value - ownLight), at: time, smoothing: ambient.smoothing)
        let state = trust.state(at: now)
        let becameTrusted = state == .trusted && !(before == .trusted || before == .stale)
        if becameTrusted {
            gate = nil
            trustedSince = now
        }
        return Verdict(
            time: time, ownLight: ownLight, followsGap: followsGap, endsVouching: wasVouched,
            hasOtherUnit: hasOtherUnit, isOtherState: state != before || wasUnread,
            becameTrusted: becameTrusted, level: state == .trusted ? filter.level : nil)
    }

    /// Returns whether a reading counts after a suspend that it may precede.
    private mutating func accepts(_ sample: LightSample) -> Bool {
        guard let verdict = gate?.evaluate(sample.light.value, at: sample.at) else { return true }
        switch verdict {
        case .discard: return false
        case .doubt: trust.doubt()
        case .accept: break
        }
        return true
    }

    /// Ends the smoothing of the warm-up.
    ///
    /// - Returns: Whether the sensor continues from the level that still decides.
    mutating func endWarmUp() -> Bool {
        defer { keepsLevel = false }
        filter.seedLevel()
        return keepsLevel
    }

    /// Records that readings fail, with the time of the last valid one.
    mutating func addFailure(lastValid: BootTime?, at now: BootTime) {
        trust.addFailure(lastValid: lastValid, at: now)
    }

    mutating func setStuck(_ isStuck: Bool) { trust.isReportedStuck = isStuck }

    // MARK: The way it is read

    /// Changes the way and the interval in which its readings are reported.
    mutating func setWatch(
        _ watch: SensorTrust.Watch, every interval: Microseconds? = nil, at now: BootTime
    ) {
        if trust.setWatch(watch, every: interval, at: now) { filter = LightFilter() }
    }

    /// Counts the readings that the reader vouched for as received until now.
    mutating func endVouching(at now: BootTime) { trust.endVouching(at: now) }

    /// Starts a pause for a sensor that reports only 0 after a suspend; returns its end.
    mutating func restFromZero(at now: BootTime) -> BootTime? { gate?.restFromZero(at: now) }

    // MARK: The level

    /// The smoothed level; `nil` without one.
    var level: LightReading? {
        guard trust.key != nil, filter.level != nil else { return nil }
        // Rounded, as the conversion from the logarithm is not exact.
        return LightReading(value: (filter.lux * 1_000).rounded() / 1_000, unit: unit)
    }

    /// Returns the smoothed level if the sensor is trusted.
    func trustedLevel(at now: BootTime) -> LogLux? {
        trust.state(at: now) == .trusted ? filter.level : nil
    }

    /// Returns the light of the screen itself on the sensor.
    func ownLight(_ ambient: AmbientSettings, in appearance: Appearance) -> Double {
        switch unit {
        case .lux: ambient.selfLight[appearance]
        case .percent: 0
        }
    }

    /// Returns a level on the scale on which it is smoothed.
    mutating func logarithm(of lux: Double) -> Double {
        filter.logarithm(of: lux)
    }

    /// Returns the time at which a sensor that reports only 0 is due for a pause.
    func zeroRestDue(at now: BootTime) -> BootTime? {
        guard trust.isDoubted, trust.hasNeverVaried, raw == 0 else { return nil }
        return gate?.zeroRestDue(at: now)
    }
}

// What the light says: the chosen sensor, filtered and believed or not, and fed levels.
import AppearanceModel

/// What the light has to say in a decision.
enum LightInput: Equatable, Sendable {
    /// A believed level, steadied.
    case level(Appearance)
    /// The sensor has yet to be heard.
    case warming
    /// Nothing that counts.
    case silent
}

extension Engine {
    /// Light this long inside the band is steady, and can be read less often.
    private static let steadyAfter = Microseconds.seconds(30)
    /// Half the width of the steady band, in decades.
    private static let steadyWidth = 0.05

    func lightVoice(at now: BootTime) -> LightInput { lightVoice(at: now, steadying) }

    /// The same with another memory of the light.
    func lightVoice(at now: BootTime, _ steadying: DwellFilter) -> LightInput {
        if settings.ambient.policy == .schedule { return .silent }
        if fed != nil { return .level(steadying.level) }
        switch trust.state(at: now) {
        case .trusted, .stale: return .level(steadying.level)
        case .warming: return .warming
        case .none, .distrusted: return .silent
        }
    }

    /// The light as it counts now.
    var light: LightReading? {
        if let fed { return LightReading(fed.lux) }
        guard trust.key != nil, let level = filter.level else { return nil }
        // What the way through the logarithm adds is no light.
        return LightReading(value: (level.lux * 1_000).rounded() / 1_000, unit: sensorUnit)
    }

    /// Whether there is a level, which is sooner said than which.
    @inline(__always) var isLightKnown: Bool {
        fed != nil || (trust.key != nil && filter.level != nil)
    }

    /// What the light that counts is counted in.
    var lightUnit: LightUnit { fed == nil ? sensorUnit : .lux }

    /// Where that light turns into an appearance.
    var thresholds: Thresholds { settings.ambient.thresholds(in: lightUnit) }

    /// Starts from what is in effect, so that the light is given its dwell.
    var newSteadying: DwellFilter {
        DwellFilter(settings.ambient, in: lightUnit, from: appearance)
    }

    /// What of a reading is the screen's own light.
    private var ownLight: Double {
        switch sensorUnit {
        case .lux: settings.ambient.selfLight[appearance]
        case .percent: 0
        }
    }

    /// Takes a reading; true when more than the level may have changed.
    mutating func receive(_ sample: LightSample, at now: Moment) -> Bool {
        guard trust.key != nil, isReading, admits(sample) else { return false }
        let time = min(sample.at, now.boot)
        let before = trust.state(at: now.boot)
        let wasVouched = trust.watch == .vouched
        if trust.silence(at: time) > trust.staleAfter, !wasVouched { steadying.forgetPending() }
        if wasVouched {
            noteMovement()
            trust.endVouching(at: now.boot)
        }
        if sample.light.unit != sensorUnit { count(in: sample.light.unit) }
        let wasSilent = trust.isSilent(at: time)
        if trust.add(sample.light.value, at: time) {
            filter = LightFilter()
            keepsLevel = wasSilent && authority == .light
        }
        rawLight = sample.light.value
        fedExpired = false
        let level = max(0, sample.light.value - ownLight)
        filter.add(lux: level, at: time, smoothing: settings.ambient.smoothing)
        noteSteadiness(of: sample.light.value, at: now.boot)

        let dueBefore = steadying.nextDue(at: now.boot)
        let lightPendingBefore = steadying.lightPendingSince
        let state = trust.state(at: now.boot)
        let becameTrusted = state == .trusted && !(before == .trusted || before == .stale)
        if becameTrusted {
            noteMover()
            conditions.resumeGate = nil
        }
        if fed == nil, state == .trusted, let level = filter.level {
            if becameTrusted {
                filter.settle()
                if keepsLevel {
                    steadying.observe(filter.level ?? level, at: time)
                } else {
                    steadying.seed(filter.level ?? level)
                }
                keepsLevel = false
            } else {
                steadying.observe(level, at: time)
            }
        }
        let isOtherChange =
            steadying.nextDue(at: now.boot) != dueBefore
            || steadying.lightPendingSince != lightPendingBefore
        let hasSettled = steadying.settle(at: now.boot)
        // A sensor that is due for some peace gets it now, not by a timer that is due at once.
        let isDue = circumstancesDue(at: now.boot).map { $0 <= now.boot } ?? false
        return hasSettled || isOtherChange || isDue || state != before || mayWantAnotherPlan
    }

    /// When the light was lost that the schedule has yet to take over from.
    var lightLostAt: BootTime? { handover.loss?.at }

    /// Goes by another sensor's unit, and by none of its levels so far.
    private mutating func count(in unit: LightUnit) {
        sensorUnit = unit
        filter = LightFilter()
        if fed == nil { steadying = newSteadying }
    }

    /// Applies other rules to the level as it is: no further reading may come, neither of reported
    /// light nor of a sensor that is steady.
    mutating func judgeLightAnew(at now: BootTime) {
        steadying = newSteadying
        noteMovement()
        if trust.watch == .vouched { trust.endVouching(at: now) }
        if let fed {
            steadying.observe(LogLux(lux: fed.lux.value), at: now)
        } else if isReading, trust.state(at: now) == .trusted, let level = filter.level {
            steadying.observe(level, at: now)
        }
    }

    mutating func foundSensor(_ key: String, at now: Moment) {
        guard key != trust.key else { return }
        trust.begin(with: key, hasVaried: knownMovers.contains(key), at: now.boot)
        // Until it is to be read, its silence means nothing.
        if !isReading, !conditions.isLidClosed {
            _ = trust.setWatch(.off(trust.state(at: now.boot)), at: now.boot)
        }
        conditions.resumeGate?.restart()
        keepsLevel = authority == .light
        handover.loss = nil
        filter = LightFilter()
        noteMovement()
        rawLight = nil
    }

    mutating func lostSensor() {
        if trust.key != nil { fedExpired = false }
        noteLastLight()
        trust.end()
        filter = LightFilter()
        noteMovement()
        rawLight = nil
    }

    mutating func missedLight(lastValid: BootTime?, at now: BootTime) {
        trust.addFailure(lastValid: lastValid, at: now)
        noteLastLight()
        noteMovement()
    }

    mutating func feed(_ lux: Lux, from source: String, at now: Moment) {
        let isAnother = fed == nil && (authority != .light || sensorUnit != .lux)
        fedExpired = false
        fed = FedLight(source: source, lux: lux, at: now)
        if isAnother { steadying = newSteadying }
        steadying.observe(LogLux(lux: lux.value), at: now.boot)
        _ = steadying.settle(at: now.boot)
    }

    /// Lets a fed level go when its time is over, and makes a change that is due.
    mutating func settleLight(at now: BootTime) {
        if let held = fed, held.at + settings.reportLifetime <= now {
            noteLastLight()
            fedExpired = true
            fed = nil
            if sensorUnit == .lux { steadying.forgetPending() } else { steadying = newSteadying }
        }
        // A fed level stays by itself; a sensor's must be heard again before a change is made.
        if fed != nil { _ = steadying.settle(at: now) }
    }

    /// Keeps the level that counts for as long as there is none.
    mutating func noteLastLight() {
        guard let light else { return }
        lastLight = light
        lastSource = fed?.source
    }

    /// The light as it is now, taken without any dwell.
    func seededFromLight(at now: BootTime) -> DwellFilter {
        var seeded = steadying
        if let fed {
            seeded.seed(LogLux(lux: fed.lux.value))
        } else if trust.state(at: now) == .trusted, let level = filter.level {
            seeded.seed(level)
        }
        return seeded
    }

    // MARK: How the sensor is to be read

    /// Whether the sensor is to be read at all.
    @inline(__always) var isReading: Bool {
        if case .off = plan { false } else { true }
    }

    func wantedPlan(at now: BootTime) -> PollPlan {
        guard trust.key != nil, conditions.mayRead else { return .off }
        let decides =
            mode == .auto && !hold.isActive && settings.ambient.policy != .schedule
            && conditions.isSessionInUse
        guard decides || lightWanted else { return .off }
        if trust.watch == .vouched, case .steady = plan { return plan }
        if isSteady, let band = steadyBand { return .steady(settings.pollSteady, band: band) }
        return .every(settings.poll)
    }

    /// Whether a reading may lead to another plan: one of moving light never does.
    @inline(__always) private var mayWantAnotherPlan: Bool {
        if !isSteady, case .every = plan { false } else { true }
    }

    mutating func follow(_ next: PollPlan, at now: BootTime) {
        let watch: SensorTrust.Watch =
            switch next {
            case .off: conditions.isLidClosed ? .every : .off(trust.state(at: now))
            case .every: .every
            case .steady: .vouched
            }
        if next == .off, trust.watch == .vouched { trust.endVouching(at: now) }
        if trust.setWatch(watch, every: next.interval, at: now) { filter = LightFilter() }
        // What was steady before a pause in the readings says nothing about after it.
        if next == .off { noteMovement() }
        plan = next
    }

    private mutating func noteMover() {
        if let key = trust.key { knownMovers.insert(key) }
    }

    private mutating func noteSteadiness(of light: Double, at now: BootTime) {
        guard let band = steadyBand, band.contains(light), !steadying.isPending else {
            return noteMovement()
        }
        let since = steadySince ?? now
        steadySince = since
        isSteady = now - since >= Self.steadyAfter
    }

    mutating func noteMovement() {
        steadySince = nil
        isSteady = false
    }

    /// Readings in this band would change nothing.
    @inline(__always) private var steadyBand: LightBand? {
        // While a fed level counts, the bounds are those of its unit.
        guard lightUnit == sensorUnit else { return nil }
        if let only = trust.onlyLight { return LightBand(only, only) }
        guard let level = filter.level else { return nil }
        let quiet = steadying.quietRange
        let lowest = max(level.value - Self.steadyWidth, quiet.lowerBound.nextUp)
        let highest = min(level.value + Self.steadyWidth, quiet.upperBound.nextDown)
        return LightBand(
            LogLux(value: lowest).lux + ownLight, LogLux(value: highest).lux + ownLight)
    }
}

extension SelfLight {
    /// The light that the screen throws on the sensor in an appearance, in lux.
    subscript(appearance: Appearance) -> Double {
        switch appearance {
        case .light: light
        case .dark: dark
        case .night: night
        }
    }
}

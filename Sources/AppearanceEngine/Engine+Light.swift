// What the light says: the chosen sensor, filtered and believed or not, and fed levels.
import AppearanceModel

/// What the light has to say in a decision.
enum LightVoice: Equatable, Sendable {
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
    /// A gap in the readings longer than this lets every waiting change begin anew.
    private static let longestGap = Microseconds.seconds(10)

    func lightVoice(at now: BootTime) -> LightVoice {
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
        if let fed { return LightReading(value: fed.lux.value, unit: .lux) }
        guard trust.key != nil, let level = filter.level else { return nil }
        // What the way through the logarithm adds is no light.
        return LightReading(value: (level.lux * 1_000).rounded() / 1_000, unit: .lux)
    }

    /// Takes a reading; true when more than the level may have changed.
    mutating func take(_ sample: LightSample, at now: Moment) -> Bool {
        guard trust.key != nil, plan != .off else { return false }
        let time = min(sample.at, now.boot)
        let before = trust.state(at: now.boot)
        let wasVouched = trust.watch == .vouched
        if trust.silence(at: time) > Self.longestGap, !wasVouched { steadying.forgetPending() }
        if wasVouched {
            noteMovement()
            trust.endVouching(at: now.boot)
        }
        if trust.heard(sample.lux.value, at: time) { filter = LightFilter() }
        rawLux = sample.lux.value
        fedExpired = false
        let lux = max(0, sample.lux.value - settings.ambient.selfLight[appearance])
        filter.add(lux: lux, at: time, smoothing: settings.ambient.smoothing)
        noteSteadiness(of: sample.lux, at: now.boot)

        let state = trust.state(at: now.boot)
        let becameTrusted = state == .trusted && !(before == .trusted || before == .stale)
        if becameTrusted { noteMover() }
        if fed == nil, state == .trusted, let level = filter.level {
            if becameTrusted {
                filter.settle()
                steadying.seed(filter.level ?? level)
            } else {
                steadying.observe(level, at: time)
            }
        }
        let hasSettled = steadying.settle(at: now.boot)
        return hasSettled || state != before || wantedPlan(at: now.boot) != plan
    }

    mutating func foundSensor(_ key: String, at now: Moment) {
        guard key != trust.key else { return }
        trust.found(key, isKnownMover: knownMovers.contains(key), at: now.boot)
        // Until it is to be read, its silence means nothing.
        if plan == .off { _ = trust.setWatch(.off(trust.state(at: now.boot)), at: now.boot) }
        filter = LightFilter()
        noteMovement()
        rawLux = nil
    }

    mutating func lostSensor() {
        lastLux = filter.level?.lux
        trust.lost()
        filter = LightFilter()
        noteMovement()
        rawLux = nil
    }

    mutating func missedLight(lastValid: BootTime?) {
        trust.missed(lastValid: lastValid)
        lastLux = filter.level?.lux
        noteMovement()
    }

    mutating func feed(_ lux: Lux, from source: String, at now: Moment) {
        if fed == nil, authority != .light {
            steadying = Steadying(settings.ambient, from: appearance)
        }
        fedExpired = false
        fed = FedLight(source: source, lux: lux, at: now.boot)
        steadying.observe(LogLux(lux: lux.value), at: now.boot)
        _ = steadying.settle(at: now.boot)
    }

    /// Lets a fed level go when its time is over, and makes a change that is due.
    mutating func settleLight(at now: BootTime) {
        if let held = fed, held.at + settings.fedHold <= now {
            lastLux = held.lux.value
            fedExpired = true
            fed = nil
            steadying.forgetPending()
        }
        // A fed level stays by itself; a sensor's must be heard again before a change is made.
        if fed != nil { _ = steadying.settle(at: now) }
    }

    /// Takes the light as it is now, without any dwell.
    mutating func seedFromLight(at now: BootTime) {
        if let fed {
            steadying.seed(LogLux(lux: fed.lux.value))
        } else if trust.state(at: now) == .trusted, let level = filter.level {
            steadying.seed(level)
        }
    }

    // MARK: How the sensor is to be read

    @inline(__always) func wantedPlan(at now: BootTime) -> PollPlan {
        guard trust.key != nil else { return .off }
        let decides = mode == .auto && !hold.isActive && settings.ambient.policy != .schedule
        guard decides || lightWanted else { return .off }
        if trust.watch == .vouched, case .steady = plan { return plan }
        if isSteady, let band = steadyBand { return .steady(settings.pollSteady, band: band) }
        return .every(settings.poll)
    }

    mutating func follow(_ next: PollPlan, at now: BootTime) {
        let watch: SensorTrust.Watch =
            switch next {
            case .off: .off(trust.state(at: now))
            case .every: .every
            case .steady: .vouched
            }
        if trust.setWatch(watch, at: now) { filter = LightFilter() }
        // What was steady before a pause in the readings says nothing about after it.
        if next == .off { noteMovement() }
        plan = next
    }

    private mutating func noteMover() {
        if let key = trust.key { knownMovers.insert(key) }
    }

    private mutating func noteSteadiness(of lux: Lux, at now: BootTime) {
        guard let band = steadyBand, band.contains(lux), !steadying.isPending else {
            return noteMovement()
        }
        let since = steadySince ?? now
        steadySince = since
        isSteady = now - since >= Self.steadyAfter
    }

    private mutating func noteMovement() {
        steadySince = nil
        isSteady = false
    }

    /// Readings in this band would change nothing.
    @inline(__always) private var steadyBand: LuxBand? {
        if let only = trust.onlyLux { return LuxBand(only, only) }
        guard let level = filter.level else { return nil }
        let quiet = steadying.quietRange
        let selfLight = settings.ambient.selfLight[appearance]
        let lowest = max(level.value - Self.steadyWidth, quiet.lowerBound.nextUp)
        let highest = min(level.value + Self.steadyWidth, quiet.upperBound.nextDown)
        return LuxBand(
            LogLux(value: lowest).lux + selfLight, LogLux(value: highest).lux + selfLight)
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

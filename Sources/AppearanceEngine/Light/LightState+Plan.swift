// The level as the decision needs it, and the plan by which the sensor is read.
//
// Three members are inlined, so that no part of the state is copied with every reading. Without any one of
// them, a light sample needs at least 7 % more instructions, and is farther from the target of its row of
// Benchmarks/run, "the engine: one light sample".
import AppearanceModel

/// The light as an input of the decision.
enum LightInput: Equatable, Sendable {
    /// A trusted level, filtered.
    case level(Appearance)
    /// The sensor is being checked.
    case warming
    /// No light counts.
    case unavailable
}

extension LightState {
    /// The time after which light inside the band is steady, and read less often.
    static let steadyAfter = Microseconds.seconds(30)
    /// Half the width of the steady band, in decades.
    private static let steadyWidth = 0.05

    func input(_ policy: Policy, at now: BootTime) -> LightInput { input(policy, dwell, at: now) }

    private func input(_ policy: Policy, _ dwell: DwellFilter, at now: BootTime) -> LightInput {
        if policy == .schedule { return .unavailable }
        if isReported { return .level(dwell.level) }
        switch sensor.trust.state(at: now) {
        case .trusted, .stale: return .level(dwell.level)
        case .warming: return .warming
        case .none, .distrusted: return .unavailable
        }
    }

    /// Returns the level that decides now; `nil` if the schedule decides.
    func decidingLevel(_ policy: Policy, at now: BootTime) -> Appearance? {
        guard case .level(let level) = input(policy, at: now) else { return nil }
        return level
    }

    /// Returns the level that the light asks for now without any dwell time; `nil` if the schedule
    /// decides.
    func presentLevel(_ policy: Policy, at now: BootTime) -> Appearance? {
        guard case .level(let level) = input(policy, dwellWithoutDelay(at: now), at: now)
        else { return nil }
        return level
    }

    /// Returns whether the sensor decides once nothing is reported.
    func isSensorNext(_ policy: Policy, at now: BootTime) -> Bool {
        guard policy != .schedule else { return false }
        return switch sensor.trust.state(at: now) {
        case .warming, .trusted, .stale: true
        case .none, .distrusted: false
        }
    }

    /// Returns whether the sensor is present and could be read, and has had no reading for too long.
    func isSensorSilent(at now: BootTime) -> Bool {
        sensor.gate == nil && !conditions.isCovered && sensor.trust.isSilent(at: now)
    }

    /// Returns the dwell filter with the present level adopted at once.
    func dwellWithoutDelay(at now: BootTime) -> DwellFilter {
        var seeded = dwell
        if let report {
            seeded.seed(report.level)
        } else if let level = sensor.trustedLevel(at: now) {
            seeded.seed(level)
        }
        return seeded
    }

    /// The light that counts now; `nil` if there is none.
    @inline(__always) var level: LightReading? {
        if let report { return LightReading(report.lux) }
        return sensor.level
    }

    /// The light that counts now, on the scale of the thresholds; `nil` if there is none.
    var filteredLevel: LogLux? {
        if let report { return report.level }
        return sensor.trust.key == nil ? nil : sensor.filter.level
    }

    /// The light of this moment; `nil` while the sensor is not read, as its last level may be hours old.
    var presentLight: LightReading? { report == nil && !isReading ? nil : level }

    /// The unit of the light that counts.
    var unit: LightUnit { isReported ? .lux : sensor.unit }

    // MARK: The plan of the readings

    /// Whether the sensor is being read.
    var isReading: Bool {
        if case .off = plan { false } else { true }
    }

    /// The reason for which the lid or the session keeps the sensor from being read; `nil` if neither does.
    var unreadCause: UnreadCause? {
        if conditions.isLidOnSensor { return .lidClosed }
        return isReading ? nil : conditions.session.unreadCause
    }

    /// Returns the plan by which the sensor is to be read.
    func nextPlan(
        _ choice: UserChoice, _ settings: EngineSettings, in appearance: Appearance
    ) -> PollPlan {
        guard sensor.trust.key != nil, conditions.mayRead else { return .off }
        let decides =
            choice.isAutomatic && settings.ambient.policy != .schedule && conditions.isSessionInUse
        guard decides || isWanted else { return .off }
        if sensor.trust.watch == .vouched, case .steady(_, let band) = plan {
            return .steady(settings.pollSteady, band: band)
        }
        let ownLight = sensor.ownLight(settings.ambient, in: appearance)
        if isSteady, let band = steadyBand(ownLight: ownLight) {
            return .steady(settings.pollSteady, band: band)
        }
        return .every(settings.poll)
    }

    /// Whether a reading may lead to another plan; a reading of varying light never does.
    var mayWantAnotherPlan: Bool {
        if !isSteady, case .every = plan { false } else { true }
    }

    /// Returns the band in which readings would not change anything.
    private func steadyBand(ownLight: Double) -> LightBand? {
        // While reported light counts, the thresholds are those of its unit.
        guard unit == sensor.unit else { return nil }
        if let only = sensor.trust.onlyLight { return LightBand(only, only) }
        return steadyLevels.map { levels in
            // Below the light of the screen itself, every reading is the level 0.
            LightBand(
                levels.lowest > 0 ? LogLux(value: levels.lowest).lux + ownLight : 0,
                LogLux(value: levels.highest).lux + ownLight)
        }
    }

    /// The band around the filtered level, as logarithms; `nil` without a level.
    @inline(__always) var steadyLevels: (lowest: Double, highest: Double)? {
        guard let level = sensor.filter.level?.value else { return nil }
        let quiet = dwell.quietRange
        return (
            max(level - Self.steadyWidth, quiet.lowerBound.nextUp),
            min(level + Self.steadyWidth, quiet.upperBound.nextDown)
        )
    }

    // MARK: Due times

    /// Returns the time at which `advanceConditions` has something to do; `nil` for never.
    @inline(__always) func conditionsDue(at now: BootTime) -> BootTime? {
        guard let zero = zeroRestDue(at: now) else { return conditions.due }
        return conditions.due.map { min($0, zero) } ?? zero
    }

    /// Returns the time at which a sensor that reports only 0 is due for a pause.
    func zeroRestDue(at now: BootTime) -> BootTime? {
        isReading ? sensor.zeroRestDue(at: now) : nil
    }
}

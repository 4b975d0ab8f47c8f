// The level as the decision needs it, and the plan by which the sensor is read.
//
// What is evaluated with every reading is inlined, so that no part of the state is copied for it.
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
        if report != nil { return .level(dwell.level) }
        switch trust.state(at: now) {
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

    /// Returns the dwell filter with the present level adopted at once.
    func dwellWithoutDelay(at now: BootTime) -> DwellFilter {
        var seeded = dwell
        if let report {
            seeded.seed(report.level)
        } else if trust.state(at: now) == .trusted, let level = filter.level {
            seeded.seed(level)
        }
        return seeded
    }

    /// The light that counts now; `nil` if there is none.
    @inline(__always) var level: LightReading? {
        if let report { return LightReading(report.lux) }
        guard trust.key != nil, filter.level != nil else { return nil }
        // Rounded, as the conversion from the logarithm is not exact.
        return LightReading(value: (filter.lux * 1_000).rounded() / 1_000, unit: sensorUnit)
    }

    /// The unit of the light that counts.
    var unit: LightUnit { report == nil ? sensorUnit : .lux }

    /// Returns the light of the screen itself on the sensor.
    func ownLight(_ ambient: AmbientSettings, in appearance: Appearance) -> Double {
        switch sensorUnit {
        case .lux: ambient.selfLight[appearance]
        case .percent: 0
        }
    }

    // MARK: The plan of the readings

    /// Whether the sensor is being read.
    @inline(__always) var isReading: Bool {
        if case .off = plan { false } else { true }
    }

    /// Returns the plan by which the sensor is to be read.
    func nextPlan(
        _ choice: UserChoice, _ settings: EngineSettings, in appearance: Appearance
    ) -> PollPlan {
        guard trust.key != nil, conditions.mayRead else { return .off }
        let decides =
            choice.isAutomatic && settings.ambient.policy != .schedule && conditions.isSessionInUse
        guard decides || isWanted else { return .off }
        if trust.watch == .vouched, case .steady(_, let band) = plan {
            return .steady(settings.pollSteady, band: band)
        }
        let ownLight = ownLight(settings.ambient, in: appearance)
        if isSteady, let band = steadyBand(ownLight: ownLight) {
            return .steady(settings.pollSteady, band: band)
        }
        return .every(settings.poll)
    }

    /// Whether a reading may lead to another plan; a reading of varying light never does.
    @inline(__always) var mayWantAnotherPlan: Bool {
        if !isSteady, case .every = plan { false } else { true }
    }

    /// Returns the band in which readings would not change anything.
    private func steadyBand(ownLight: Double) -> LightBand? {
        // While reported light counts, the thresholds are those of its unit.
        guard unit == sensorUnit else { return nil }
        if let only = trust.onlyLight { return LightBand(only, only) }
        return steadyLevels.map { levels in
            // Below the light of the screen itself, every reading is the level 0.
            LightBand(
                levels.lowest > 0 ? LogLux(value: levels.lowest).lux + ownLight : 0,
                LogLux(value: levels.highest).lux + ownLight)
        }
    }

    /// The band around the filtered level, as logarithms; `nil` without a level.
    @inline(__always) var steadyLevels: (lowest: Double, highest: Double)? {
        guard let level = filter.level?.value else { return nil }
        let quiet = dwell.quietRange
        return (
            max(level - Self.steadyWidth, quiet.lowerBound.nextUp),
            min(level + Self.steadyWidth, quiet.upperBound.nextDown)
        )
    }

    // MARK: Due times

    /// Returns the time at which `settleConditions` has something to do; `nil` for never.
    @inline(__always) func conditionsDue(at now: BootTime) -> BootTime? {
        guard let zero = zeroRestDue(at: now) else { return conditions.due }
        return conditions.due.map { min($0, zero) } ?? zero
    }

    /// Returns the time at which a sensor that reports only 0 is due for a pause.
    @inline(__always) func zeroRestDue(at now: BootTime) -> BootTime? {
        guard isReading, trust.isDoubted, trust.hasNeverVaried, raw == 0 else { return nil }
        return conditions.resumeGate?.zeroRestDue(at: now)
    }
}

/// A light level that a program or a person reports.
struct LightReport: Equatable, Sendable {
    var source: String
    var lux: Lux
    /// The connection with which it ends; `nil` if it ends by itself.
    var connection: UInt32?
    var at: BootTime
    /// The same instant on the wall clock, which a restart of the machine does not reset.
    var reportedAt: WallTime

    init(source: String, lux: Lux, connection: UInt32?, at now: Moment) {
        self.source = source
        self.lux = lux
        self.connection = connection
        at = now.boot
        reportedAt = now.wall
    }

    /// A report from before a restart; `nil` if it has expired.
    init?(_ saved: SavedState.Reported, lifetime: Microseconds, at now: Moment) {
        let age = now.wall - saved.at
        // The age is unknown if the clock was set back since.
        guard age >= .zero, age < lifetime else { return nil }
        source = saved.source
        lux = saved.lux
        at = now.boot - age
        reportedAt = saved.at
    }

    var level: LogLux { LogLux(lux: lux.value) }

    /// The report in the saved state; `nil` for one that ends with its connection, and so with the
    /// daemon.
    var saved: SavedState.Reported? {
        connection == nil
            ? SavedState.Reported(source: source, lux: lux, at: reportedAt) : nil
    }
}

/// The way in which reported light ended.
enum ReportEnd: Sendable {
    case expired
    /// The program that reported it has disconnected.
    case sourceGone
}

import AppearanceModel

/// The check of a sensor that is back.
struct SensorCheck: Equatable, Sendable {
    /// The time until which the sensor may have passed it.
    var end: BootTime
    /// The longest duration of a check.
    var longest: Microseconds
}

/// Decides whether a light sensor is trusted: not before its value has varied, and not for long
/// after its last reading.
///
/// Many laptops have a sensor that always reports 0, 12 or 400 lux, and a dark room correctly reads
/// 0. Only variation distinguishes them: at least once, and unless it is dark, every half hour.
struct SensorTrust: Equatable, Sendable {
    static let warmUpSamples = 5
    /// The shortest silence that makes a sensor stale.
    private static let shortestStaleAfter = Microseconds.seconds(10)
    /// The longest actual spacing of readings that extends the time until a sensor is stale.
    private static let longestSpacing = Microseconds.minutes(1)
    /// The time after which a value that has never varied is stuck.
    static let provingTime = Microseconds.seconds(60)
    /// The time in which a sensor that is back has its first reading: it may not be read for two
    /// seconds after the lid was opened, or after iio-sensor-proxy was claimed.
    private static let firstReadingTime = Microseconds.seconds(5)

    /// The way its readings are reported.
    enum Watch: Equatable, Sendable {
        /// Every reading is reported.
        case every
        /// Only readings outside a band are reported; the reader vouches for the others.
        case vouched
        /// Nothing is read; the state is kept.
        case off(SensorState)
    }

    /// The key of the device; `nil` if there is none.
    private(set) var key: String?
    /// Whether its value has ever varied.
    private(set) var hasVaried = false
    /// Whether its value, other than zero, has been unchanged for half an hour of readings, as
    /// determined by its reader, which sees all of them.
    var isReportedStuck = false
    /// Whether its value must vary again before it is trusted, as after a suspend.
    private(set) var isDoubted = false
    private(set) var watch = Watch.every
    /// The interval at which readings are planned.
    private var interval = Microseconds.zero
    /// The spacing of the last two readings that were each reported, and the one before it.
    private var spacing = Microseconds.zero
    private var spacingBefore = Microseconds.zero
    private var samples = 0
    private var firstLight: Double?
    private var warmingSince = BootTime(microsecondsSinceBoot: 0)
    private var lastReadingAt = BootTime(microsecondsSinceBoot: 0)

    /// The time without a reading after which the sensor is stale and its dwell times restart.
    ///
    /// It depends on the planned interval, or on the actual one if the sensor is slower. A single
    /// missed reading does not make a sensor stale.
    var staleAfter: Microseconds {
        let spacing = min(spacing, spacingBefore, Self.longestSpacing)
        return Self.staleAfter(every: max(interval, spacing))
    }

    private static func staleAfter(every interval: Microseconds) -> Microseconds {
        max(shortestStaleAfter, interval * 2 + .seconds(1))
    }

    /// The time without a reading after which the sensor is no longer trusted.
    var distrustAfter: Microseconds { staleAfter * 6 }

    /// Returns that time for an interval of the readings; a warm-up takes no longer.
    static func distrustAfter(every interval: Microseconds) -> Microseconds {
        staleAfter(every: interval) * 6
    }

    /// Starts with another device, whose value may have varied in an earlier run.
    mutating func begin(with key: String, hasVaried: Bool, at now: BootTime) {
        end()
        self.key = key
        self.hasVaried = hasVaried
        warmUp(at: now)
    }

    /// Forgets the device.
    mutating func end() {
        let interval = interval
        self = SensorTrust()
        self.interval = interval
    }

    /// Restarts the warm-up; what is known about the device is kept.
    mutating func warmUp(at now: BootTime) {
        samples = 0
        firstLight = nil
        warmingSince = now
        lastReadingAt = now
    }

    /// Adds a valid reading and returns whether the readings before it no longer count.
    mutating func add(_ light: Double, at time: BootTime) -> Bool {
        let varies = firstLight.map { $0 != light } ?? false
        let restarts =
            (isDoubted && varies)
            || (state(at: time) == .distrusted
                && (isSilent(at: time) || varies && !isReportedStuck))
        if restarts { warmUp(at: time) }
        if varies { isDoubted = false }
        hasVaried = hasVaried || varies
        firstLight = firstLight ?? light
        if watch == .every {
            spacingBefore = spacing
            spacing = max(.zero, time - lastReadingAt)
        }
        lastReadingAt = max(lastReadingAt, time)
        samples = min(samples + 1, Self.warmUpSamples)
        return restarts
    }

    /// Discards the trust until the value varies again.
    mutating func doubt() {
        hasVaried = false
        isDoubted = true
    }

    /// Notes that readings fail, with the time of the last valid one.
    ///
    /// Steady light may be read every few minutes. The first failure makes the sensor stale at most,
    /// so that there is time for the next readings.
    mutating func addFailure(lastValid: BootTime?, at now: BootTime) {
        if let lastValid { lastReadingAt = max(lastReadingAt, lastValid) }
        guard watch == .vouched else { return }
        watch = .every
        lastReadingAt = max(lastReadingAt, now - Self.shortestStaleAfter)
    }

    /// Counts the readings that the reader vouched for as received until now.
    mutating func endVouching(at now: BootTime) {
        watch = .every
        lastReadingAt = max(lastReadingAt, now)
    }

    /// Changes the way and the interval of reporting; returns whether earlier readings no longer count.
    mutating func setWatch(
        _ next: Watch, every interval: Microseconds? = nil, at now: BootTime
    ) -> Bool {
        if let interval { self.interval = interval }
        guard next != watch else { return false }
        var restarts = false
        if case .off(let state) = watch, silence(at: now) >= staleAfter {
            if state != .distrusted || isReportedStuck {
                warmUp(at: now)
                restarts = true
            } else if hasNeverVaried {
                // It is as stuck as before it was left alone, until its value varies.
                lastReadingAt = now
            }
        }
        watch = next
        return restarts
    }

    /// Returns the state at a time.
    func state(at now: BootTime) -> SensorState {
        guard key != nil else { return .none }
        if isReportedStuck { return .distrusted }
        if case .off(let state) = watch { return state }
        if isSilent(at: now) { return .distrusted }
        if isWarm {
            return watch == .every && now - lastReadingAt >= staleAfter ? .stale : .trusted
        }
        return isStuck(at: now) ? .distrusted : .warming
    }

    private func isStuck(at now: BootTime) -> Bool {
        !hasVaried && samples >= Self.warmUpSamples && now - warmingSince >= Self.provingTime
    }

    /// Whether there was no reading since the start of the warm-up.
    var isUnread: Bool { samples == 0 }

    /// Returns the check of a sensor that is warming up; `nil` in another state.
    ///
    /// Without a reading it fails within seconds.
    func check(at now: BootTime) -> SensorCheck? {
        guard state(at: now) == .warming else { return nil }
        let span = isUnread ? Self.firstReadingTime : distrustAfter
        return SensorCheck(end: warmingSince + span, longest: distrustAfter)
    }

    /// Whether its value has not varied for the number of readings of the warm-up.
    var hasNeverVaried: Bool { !hasVaried && samples >= Self.warmUpSamples }

    /// The only value so far; `nil` if there have been several, or none.
    var onlyLight: Double? { hasVaried ? nil : firstLight }

    /// Returns the time since the last reading.
    func silence(at now: BootTime) -> Microseconds { now - lastReadingAt }

    /// Returns the time of the next change of state if no reading arrives.
    func nextChange(after now: BootTime) -> BootTime? {
        guard key != nil else { return nil }
        let proven = warmingSince + Self.provingTime
        let stale = lastReadingAt + staleAfter
        switch watch {
        case .off: return nil
        case .vouched: return !hasVaried && proven > now ? proven : nil
        case .every:
            let silent = stale > now ? stale : lastReadingAt + distrustAfter
            if isWarm || proven <= now { return silent > now ? silent : nil }
            return silent > now ? min(silent, proven) : proven
        }
    }

    private var isWarm: Bool { samples >= Self.warmUpSamples && hasVaried }

    /// Returns whether the sensor is not trusted for lack of readings.
    func isSilent(at now: BootTime) -> Bool {
        key != nil && watch == .every && now - lastReadingAt >= distrustAfter
    }
}

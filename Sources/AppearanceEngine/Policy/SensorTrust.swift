import AppearanceModel

/// How far a light sensor is believed: not before it has shown that it moves, and not for long
/// after it falls silent.
///
/// Laptops whose sensor answers 0, 12 or 400 lux for ever exist in numbers; a dark room that reads
/// 0 is honest. Only movement tells them apart: at least once, and unless it is dark, again every
/// half hour.
package struct SensorTrust: Equatable, Sendable {
    static let warmUpSamples = 5
    /// The shortest silence that makes a sensor stale.
    private static let shortestStaleAfter = Microseconds.seconds(10)
    /// The longest spacing of readings that a sensor is given more time for.
    private static let longestSpacing = Microseconds.minutes(1)
    /// A value that has not moved for this long since the start is stuck.
    static let provingTime = Microseconds.seconds(60)

    /// How its readings come in.
    enum Watch: Equatable, Sendable {
        /// Every reading is handed in.
        case every
        /// The reader vouches for readings that stay in a band, and hands in only the others.
        case vouched
        /// Nothing is read; what was known is kept.
        case off(SensorState)
    }

    /// The device's key; nil without one.
    package private(set) var key: String?
    /// Whether it has ever shown two different values.
    package private(set) var hasMoved = false
    /// Whether it has said the same, and not zero, for half an hour of readings: its reader, which
    /// sees them all, keeps count.
    package var isStill = false
    /// Whether it has to move anew before it is believed, as after a suspend.
    private(set) var isDoubted = false
    private(set) var watch = Watch.every
    /// The interval at which readings are planned.
    private var interval = Microseconds.zero
    /// The spacing of the last two readings that were handed in one by one, and the one before it.
    private var spacing = Microseconds.zero
    private var spacingBefore = Microseconds.zero
    private var samples = 0
    private var firstLight: Double?
    private var warmingSince = BootTime(microsecondsSinceBoot: 0)
    private var lastHeard = BootTime(microsecondsSinceBoot: 0)

    /// The silence after which the sensor is stale and its dwell times begin again.
    ///
    /// It follows the planned interval, or the actual one where the sensor takes longer to answer:
    /// a single missed reading makes no sensor stale.
    var staleAfter: Microseconds {
        let spacing = min(spacing, spacingBefore, Self.longestSpacing)
        return max(Self.shortestStaleAfter, max(interval, spacing) * 2 + .seconds(1))
    }

    /// The silence after which the sensor is no longer trusted.
    var distrustAfter: Microseconds { staleAfter * 6 }

    mutating func found(_ key: String, isKnownMover: Bool, at now: BootTime) {
        let interval = interval
        self = SensorTrust()
        self.key = key
        self.interval = interval
        hasMoved = isKnownMover
        warmUp(at: now)
    }

    mutating func lost() {
        let interval = interval
        self = SensorTrust()
        self.interval = interval
    }

    /// Starts counting anew; what the device has shown of itself is kept.
    mutating func warmUp(at now: BootTime) {
        samples = 0
        firstLight = nil
        warmingSince = now
        lastHeard = now
    }

    /// Takes a valid reading; true when the readings before it no longer count.
    mutating func heard(_ light: Double, at time: BootTime) -> Bool {
        let moves = firstLight.map { $0 != light } ?? false
        let startsAnew =
            (isDoubted && moves)
            || (state(at: time) == .distrusted && (isSilent(at: time) || moves && !isStill))
        if startsAnew { warmUp(at: time) }
        if moves { isDoubted = false }
        hasMoved = hasMoved || moves
        firstLight = firstLight ?? light
        if watch == .every {
            spacingBefore = spacing
            spacing = max(.zero, time - lastHeard)
        }
        lastHeard = max(lastHeard, time)
        samples = min(samples + 1, Self.warmUpSamples)
        return startsAnew
    }

    /// Lets what it has shown of itself count for nothing until it moves again.
    mutating func doubt() {
        hasMoved = false
        isDoubted = true
    }

    /// Takes the news that readings fail, and when the last good one was.
    ///
    /// Steady light may be read every few minutes: the first reading that fails makes the sensor
    /// stale at most, so that there is time for the next ones.
    mutating func missed(lastValid: BootTime?, at now: BootTime) {
        if let lastValid { lastHeard = max(lastHeard, lastValid) }
        guard watch == .vouched else { return }
        watch = .every
        lastHeard = max(lastHeard, now - Self.shortestStaleAfter)
    }

    /// Takes the reader's word for all that it did not hand in until now.
    mutating func endVouching(at now: BootTime) {
        watch = .every
        lastHeard = max(lastHeard, now)
    }

    /// Changes how readings come in, and how often; true when those before it no longer count.
    mutating func setWatch(
        _ next: Watch, every interval: Microseconds? = nil, at now: BootTime
    ) -> Bool {
        if let interval { self.interval = interval }
        guard next != watch else { return false }
        var startsAnew = false
        if case .off = watch, silence(at: now) >= staleAfter {
            warmUp(at: now)
            startsAnew = true
        }
        watch = next
        return startsAnew
    }

    func state(at now: BootTime) -> SensorState {
        guard key != nil else { return .none }
        if case .off(let state) = watch { return state }
        if isSilent(at: now) || isStill { return .distrusted }
        if isWarm {
            return watch == .every && now - lastHeard >= staleAfter ? .stale : .trusted
        }
        return isStuck(at: now) ? .distrusted : .warming
    }

    /// Whether it answers, and always the same.
    func isStuck(at now: BootTime) -> Bool {
        !hasMoved && samples >= Self.warmUpSamples && now - warmingSince >= Self.provingTime
    }

    /// Whether it has shown one value only, for longer than the warm-up.
    var isStuckNow: Bool { !hasMoved && samples >= Self.warmUpSamples }

    /// The one value it has shown so far, while it has shown no other.
    var onlyLight: Double? { hasMoved ? nil : firstLight }

    /// How long nothing has been heard.
    func silence(at now: BootTime) -> Microseconds { now - lastHeard }

    /// When its state changes next if nothing is heard.
    func nextChange(after now: BootTime) -> BootTime? {
        guard key != nil else { return nil }
        let proven = warmingSince + Self.provingTime
        let stale = lastHeard + staleAfter
        switch watch {
        case .off: return nil
        case .vouched: return !hasMoved && proven > now ? proven : nil
        case .every:
            let silent = stale > now ? stale : lastHeard + distrustAfter
            if isWarm || proven <= now { return silent > now ? silent : nil }
            return silent > now ? min(silent, proven) : proven
        }
    }

    private var isWarm: Bool { samples >= Self.warmUpSamples && hasMoved }

    /// Whether the sensor is not trusted because nothing was heard for too long.
    func isSilent(at now: BootTime) -> Bool {
        key != nil && watch == .every && now - lastHeard >= distrustAfter
    }
}

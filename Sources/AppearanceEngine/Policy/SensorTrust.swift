import AppearanceModel

/// How far a light sensor is believed: not before it has shown that it moves, and not for long
/// after it falls silent.
///
/// Laptops whose sensor answers 0, 12 or 400 lux for ever exist in numbers; a dark room that reads
/// 0 is honest. Only movement tells them apart: at least once, and unless it is dark, again every
/// half hour.
package struct SensorTrust: Equatable, Sendable {
    static let warmUpSamples = 5
    static let staleAfter = Microseconds.seconds(10)
    static let distrustAfter = Microseconds.seconds(60)
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
    private var samples = 0
    private var firstLight: Double?
    private var warmingSince = BootTime(microsecondsSinceBoot: 0)
    private var lastHeard = BootTime(microsecondsSinceBoot: 0)

    mutating func found(_ key: String, isKnownMover: Bool, at now: BootTime) {
        self = SensorTrust()
        self.key = key
        hasMoved = isKnownMover
        warmUp(at: now)
    }

    mutating func lost() { self = SensorTrust() }

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
    mutating func missed(lastValid: BootTime?) {
        if let lastValid { lastHeard = max(lastHeard, lastValid) }
        if watch == .vouched { watch = .every }
    }

    /// Takes the reader's word for all that it did not hand in until now.
    mutating func endVouching(at now: BootTime) {
        watch = .every
        lastHeard = max(lastHeard, now)
    }

    /// Changes how readings come in; true when those before it no longer count.
    mutating func setWatch(_ next: Watch, at now: BootTime) -> Bool {
        guard next != watch else { return false }
        var startsAnew = false
        if case .off = watch, silence(at: now) >= Self.staleAfter {
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
            return watch == .every && now - lastHeard >= Self.staleAfter ? .stale : .trusted
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
        let stale = lastHeard + Self.staleAfter
        switch watch {
        case .off: return nil
        case .vouched: return !hasMoved && proven > now ? proven : nil
        case .every:
            let silent = stale > now ? stale : lastHeard + Self.distrustAfter
            if isWarm || proven <= now { return silent > now ? silent : nil }
            return silent > now ? min(silent, proven) : proven
        }
    }

    private var isWarm: Bool { samples >= Self.warmUpSamples && hasMoved }

    private func isSilent(at now: BootTime) -> Bool {
        watch == .every && now - lastHeard >= Self.distrustAfter
    }
}

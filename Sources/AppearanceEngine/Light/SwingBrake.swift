import AppearanceModel

/// Ends a swing of light that depends on the appearance, such as that of a lamp which a program turns on
/// while the desktop is dark: each change would be followed by the opposite one for ever.
///
/// A change is an echo if the light has asked for it right after the opposite change. Where the second
/// echo in a row would come at the level of two changes before, the appearance stays until the light
/// leaves that level.
struct SwingBrake: Equatable, Sendable {
    /// The number of levels within which an echo begins: the filter needs a few.
    private static let firstLevels = 6
    /// The time within which an echo begins, besides that of the smoothing.
    private static let firstTime = Microseconds.seconds(5)
    /// The distance in decades within which a level is the same.
    private static let tolerance = 0.1

    private var level = LogLux(value: 0)
    private var levelsSinceChange = Int64.max / 2
    /// The number of levels after the last change at which the pending change began.
    private var startOfPending: Int64?
    private var echoes = 0
    /// The levels of the last change and of the one before.
    private var lastLevel: LogLux?
    private var levelBefore: LogLux?
    /// The level at which the appearance stays; `nil` if it may change.
    private var heldLevel: LogLux?

    /// Whether the appearance stays.
    var isHolding: Bool { heldLevel != nil }

    /// Observes a level before it has any effect; returns whether it ends a hold.
    mutating func observe(_ next: LogLux) -> Bool {
        level = next
        levelsSinceChange += 1
        guard let heldLevel, abs(next.value - heldLevel.value) > Self.tolerance else {
            return false
        }
        self = SwingBrake()
        level = next
        return true
    }

    /// Observes whether a change is pending after a level.
    mutating func observePending(_ isPending: Bool) {
        if !isPending {
            startOfPending = nil
        } else if startOfPending == nil {
            startOfPending = levelsSinceChange
        }
    }

    /// Returns whether a change back, that the light has asked for since some time after the last
    /// change, is an echo of it.
    private func beganAtOnce(after wait: Microseconds, smoothing: Microseconds) -> Bool {
        (startOfPending ?? .max) <= Self.firstLevels || wait <= Self.firstTime + smoothing * 5
    }

    /// Returns whether a change back must not be made.
    func holds(after wait: Microseconds, smoothing: Microseconds) -> Bool {
        if heldLevel != nil { return true }
        guard echoes > 0, let levelBefore, beganAtOnce(after: wait, smoothing: smoothing)
        else { return false }
        return abs(level.value - levelBefore.value) <= Self.tolerance
    }

    /// Keeps the appearance from now on.
    mutating func hold() { heldLevel = heldLevel ?? level }

    /// Records a change; `wait` is the time from the last, opposite one to the start of this one, `nil` if
    /// the last one was in the same direction, or there was none.
    mutating func recordChange(after wait: Microseconds?, smoothing: Microseconds) {
        let isEcho = wait.map { beganAtOnce(after: $0, smoothing: smoothing) } ?? false
        echoes = isEcho ? echoes + 1 : 0
        levelBefore = lastLevel
        lastLevel = level
        levelsSinceChange = 0
        startOfPending = nil
    }
}

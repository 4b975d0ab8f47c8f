import AppearanceLimits
import AppearanceModel

/// Who holds the present appearance: the user's pause, and programs that ask for it.
struct Hold: Sendable {
    var isPaused = false
    /// When the pause ends; nil when it does not.
    var pausedUntil: WallTime?
    var inhibitors: [(cookie: UInt32, inhibitor: Inhibitor)] = []
    /// The appearance that is held since the first of them came, and shown again after a choice
    /// that was made meanwhile; `nil` while nobody holds.
    private(set) var appearance: Appearance?

    var isActive: Bool { isPaused || !inhibitors.isEmpty }

    /// Notes the appearance that a pause or an inhibitor finds, once.
    mutating func settle(on present: Appearance) {
        appearance = isActive ? appearance ?? present : nil
    }

    /// Holds another appearance from now on.
    mutating func replace(with present: Appearance?) { appearance = isActive ? present : nil }

    /// When the hold ends by itself; `nil` when it does not.
    var end: WallTime? { inhibitors.isEmpty ? pausedUntil : nil }

    /// Whether it still holds at an instant, if nobody comes or goes.
    func isActive(at instant: WallTime) -> Bool {
        !inhibitors.isEmpty || (isPaused && pausedUntil.map { $0 > instant } ?? true)
    }

    mutating func add(_ inhibitor: Inhibitor, _ cookie: UInt32) -> Rejection? {
        guard inhibitors.count < Limits.inhibitors
        else { return .tooManyInhibitors(limit: Limits.inhibitors) }
        inhibitors.append((cookie, inhibitor))
        return nil
    }

    mutating func pause(until end: WallTime?) {
        isPaused = true
        pausedUntil = end
    }

    mutating func resume() {
        isPaused = false
        pausedUntil = nil
    }

    mutating func expire(at now: WallTime) {
        if let pausedUntil, pausedUntil <= now { resume() }
    }
}

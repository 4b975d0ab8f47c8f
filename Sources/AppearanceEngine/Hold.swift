import AppearanceLimits
import AppearanceModel

/// Who holds the present appearance: the user's pause, and programs that ask for it.
struct Hold: Sendable {
    var isPaused = false
    /// When the pause ends; nil when it does not.
    var pausedUntil: WallTime?
    var inhibitors: [(cookie: UInt32, inhibitor: Inhibitor)] = []

    var isActive: Bool { isPaused || !inhibitors.isEmpty }

    mutating func add(_ inhibitor: Inhibitor, _ cookie: UInt32) -> Objection? {
        guard inhibitors.count < Limits.inhibitors
        else { return .tooManyHolders(limit: Limits.inhibitors) }
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

import AppearanceModel

/// Who holds the present appearance: the user's pause, and programs that ask for it.
struct Hold: Sendable {
    var isPaused = false
    /// When the pause ends; nil when it does not.
    var pausedUntil: WallTime?
    var inhibitors: [(cookie: UInt32, inhibitor: Inhibitor)] = []

    /// Everyone is told of every holder, so there cannot be any number of them.
    private static let mostInhibitors = 64

    var isActive: Bool { isPaused || !inhibitors.isEmpty }

    mutating func add(_ inhibitor: Inhibitor, _ cookie: UInt32) -> Objection? {
        guard inhibitors.count < Self.mostInhibitors
        else { return .tooManyHolders(limit: Self.mostInhibitors) }
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

import AppearanceLimits
import AppearanceModel

/// The choices of the user and of programs: the mode with its end, the pause and the inhibitors.
struct UserChoice: Sendable {
    private(set) var mode = Mode.auto
    /// The end of the mode; `nil` if it has none.
    private(set) var until: WallTime?
    /// The desktop in whose settings the mode was chosen; `nil` if it was chosen elsewhere.
    private(set) var desktop: Desktop?
    private(set) var isPaused = false
    /// The end of the pause; `nil` if it has none.
    private(set) var pausedUntil: WallTime?
    private var inhibitions: [(cookie: UInt32, inhibitor: Inhibitor)] = []
    /// The appearance at the start of the pause or of the first inhibitor, which returns after an
    /// override; `nil` without either.
    private(set) var heldAppearance: Appearance?

    init() {}

    /// The choices that an earlier run had saved.
    init(_ saved: SavedState) {
        mode = saved.mode
        until = saved.until
        desktop = saved.chosenIn
        isPaused = saved.paused
        pausedUntil = saved.pausedUntil
    }

    var inhibitors: [Inhibitor] { inhibitions.map(\.inhibitor) }

    /// Whether a pause or an inhibitor forbids changes.
    var isHeld: Bool { isPaused || !inhibitions.isEmpty }

    /// Whether light and schedule decide.
    var isAutomatic: Bool { mode == .auto && !isHeld }

    /// The time at which pause and inhibitors end by themselves; `nil` if they do not.
    var heldUntil: WallTime? { inhibitions.isEmpty ? pausedUntil : nil }

    /// The next end of an override or of the pause; `nil` if there is none.
    var nextEnd: WallTime? {
        guard let until, let pausedUntil else { return until ?? pausedUntil }
        return min(until, pausedUntil)
    }

    /// Returns whether a pause or an inhibitor forbids changes at an instant, if none is added or
    /// removed until then.
    func isHeld(at instant: WallTime) -> Bool {
        !inhibitions.isEmpty || isPaused(at: instant)
    }

    /// Returns whether the present pause lasts beyond an instant.
    func isPaused(at instant: WallTime) -> Bool {
        isPaused && pausedUntil.map { $0 > instant } ?? true
    }

    // MARK: The mode

    mutating func choose(_ next: Mode, until end: WallTime? = nil, in desktop: Desktop? = nil) {
        mode = next
        until = end
        self.desktop = desktop
    }

    /// Ends the override and the pause if their time has come; returns whether the override ended.
    mutating func expire(at now: WallTime) -> Bool {
        if let pausedUntil, pausedUntil <= now { resume() }
        guard let end = until, end <= now else { return false }
        choose(.auto)
        return true
    }

    // MARK: The pause and the inhibitors

    mutating func pause(until end: WallTime?) {
        isPaused = true
        pausedUntil = end
    }

    mutating func resume() {
        isPaused = false
        pausedUntil = nil
    }

    mutating func inhibit(_ inhibitor: Inhibitor, cookie: UInt32) -> Rejection? {
        guard inhibitions.count < Limits.inhibitors
        else { return .tooManyInhibitors(limit: Limits.inhibitors) }
        inhibitions.append((cookie, inhibitor))
        return nil
    }

    mutating func release(cookie: UInt32) { inhibitions.removeAll { $0.cookie == cookie } }

    /// Keeps the present appearance from the start of the pause or of the first inhibitor.
    mutating func hold(_ present: Appearance) {
        heldAppearance = isHeld ? heldAppearance ?? present : nil
    }

    /// Keeps another appearance from now on.
    mutating func holdInstead(_ other: Appearance) { heldAppearance = isHeld ? other : nil }
}

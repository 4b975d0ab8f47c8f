import AppearanceLimits
import AppearanceModel

/// The choices of the user and of programs: the mode with its end, the pause and the inhibitors.
struct UserChoice: Sendable {
    private(set) var mode = Mode.auto
    private var end: ChoiceEnd?
    /// The desktop in whose settings the mode was chosen; `nil` if it was chosen elsewhere.
    private(set) var desktop: Desktop?
    private(set) var isPaused = false
    private var pauseEnd: ChoiceEnd?
    private var inhibitions: [(cookie: UInt32, inhibitor: Inhibitor)] = []
    /// The appearance at the start of the pause or of the first inhibitor, which returns after an
    /// override; `nil` without either.
    private(set) var heldAppearance: Appearance?

    init() {}

    /// The choices that an earlier run had saved; an end of nothing is ignored.
    init(_ saved: SavedState) {
        mode = saved.mode
        if mode != .auto { end = saved.until.map { ChoiceEnd(wall: $0) } }
        desktop = saved.chosenIn
        isPaused = saved.paused
        if isPaused { pauseEnd = saved.pausedUntil.map { ChoiceEnd(wall: $0) } }
    }

    /// The end of the mode; `nil` if it has none.
    var until: WallTime? { end?.wall }

    /// The end of the pause; `nil` if it has none.
    var pausedUntil: WallTime? { pauseEnd?.wall }

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

    mutating func choose(_ next: Mode, until end: ChoiceEnd? = nil, in desktop: Desktop? = nil) {
        mode = next
        self.end = end
        self.desktop = desktop
    }

    /// Moves the ends of durations with a wall clock that was set.
    mutating func followClock(at now: Moment) {
        end?.followClock(at: now)
        pauseEnd?.followClock(at: now)
    }

    /// Ends the override and the pause if their time has come; returns whether the override ended.
    mutating func expire(at now: WallTime) -> Bool {
        if let pausedUntil, pausedUntil <= now { resume() }
        guard let end = until, end <= now else { return false }
        choose(.auto)
        return true
    }

    // MARK: The pause and the inhibitors

    mutating func pause(until end: ChoiceEnd?) {
        isPaused = true
        pauseEnd = end
    }

    mutating func resume() {
        isPaused = false
        pauseEnd = nil
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

/// The end of an override or a pause.
struct ChoiceEnd: Equatable, Sendable {
    private(set) var wall: WallTime
    /// The end of a duration, whatever the wall clock is set to; `nil` for a time of day.
    private let boot: BootTime?

    /// An end by the sun or the clock, or one that was saved.
    init(wall: WallTime) {
        self.wall = wall
        boot = nil
    }

    /// The end of a duration that begins now.
    init(ofDurationUntil wall: WallTime, from now: Moment) {
        self.wall = wall
        boot = now.boot + (wall - now.wall)
    }

    /// Moves the end of a duration with a wall clock that was set.
    fileprivate mutating func followClock(at now: Moment) {
        if let boot { wall = WallEstimate(boot: boot, wall: wall).wallTime(at: now) }
    }
}

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
    /// The end of the time in which light decides nothing; `nil` while it may.
    private var lightPauseEnd: ChoiceEnd?
    private var inhibitions: [(cookie: UInt32, inhibitor: Inhibitor)] = []
    /// The appearance at the start of the pause or of the first inhibitor, which returns after an
    /// override; `nil` without either.
    private(set) var heldAppearance: Appearance?
    /// The appearance of `auto` when an override began; `nil` without one.
    private var replaced: ReplacedAppearance?
    /// The override that a toggle replaced or ended; `nil` if there was none, or another choice since.
    private var toggledOverride: ToggledOverride?

    init() {}

    /// The choices that an earlier run had saved; an end of nothing is ignored.
    ///
    /// - Parameters:
    ///   - saved: The saved state.
    ///   - now: The present moment.
    ///   - phase: The phase of the schedule, if it was the same when the state was saved.
    init(_ saved: SavedState, at now: Moment, in phase: Phase?) {
        func end(_ time: WallTime?, _ event: ModeEnd?) -> ChoiceEnd? {
            time.map { ChoiceEnd(saved: $0, by: event, at: saved.savedAt, now) }
        }
        mode = saved.mode
        if mode != .auto {
            self.end = end(saved.until, saved.untilEvent)
            if let phase, let appearance = saved.replaced {
                replaced = ReplacedAppearance(appearance: appearance, phase: phase)
            }
        }
        desktop = saved.chosenIn
        isPaused = saved.paused
        if isPaused { pauseEnd = end(saved.pausedUntil, saved.pausedUntilEvent) }
        lightPauseEnd = end(saved.lightPausedUntil, saved.lightPausedUntilEvent)
    }

    /// The end of the mode; `nil` if it has none.
    var until: WallTime? { end?.wall }

    /// The event at which the mode ends; `nil` if it has no end, or that of a duration.
    var untilEvent: ModeEnd? { end?.event }

    /// The end of the pause; `nil` if it has none.
    var pausedUntil: WallTime? { pauseEnd?.wall }

    /// The event at which the pause ends; `nil` if it has no end, or that of a duration.
    var pausedUntilEvent: ModeEnd? { pauseEnd?.event }

    /// The end of the time in which light decides nothing; `nil` while it may.
    var lightPausedUntil: WallTime? { lightPauseEnd?.wall }

    /// The event at which that ends; `nil` if it has no end, or that of a duration.
    var lightPausedUntilEvent: ModeEnd? { lightPauseEnd?.event }

    var inhibitors: [Inhibitor] { inhibitions.map(\.inhibitor) }

    /// Whether an inhibitor forbids changes.
    var isInhibited: Bool { !inhibitions.isEmpty }

    /// Whether a pause or an inhibitor forbids changes.
    var isHeld: Bool { isPaused || isInhibited }

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
        toggledOverride = nil
        if next == .auto { replaced = nil }
    }

    /// Chooses a mode over the present one for a toggle, which another toggle undoes: in the present phase of
    /// the schedule, or while the mode lasts.
    mutating func toggle(
        to next: Mode, until end: ChoiceEnd? = nil, in desktop: Desktop?, _ phase: Phase
    ) {
        let before =
            mode == .auto
            ? nil : ToggledOverride(mode: mode, end: self.end, desktop: self.desktop, phase: phase)
        choose(next, until: end, in: desktop)
        toggledOverride = before
    }

    /// Restores the override before the last toggle if it is of a tone and has not ended; returns whether so.
    mutating func restoreOverride(of tone: Tone, in phase: Phase, at now: WallTime) -> Bool {
        guard let before = toggledOverride, before.mode.fixedAppearance?.tone == tone,
            mode != .auto || before.phase == phase, before.end.map({ $0.wall > now }) ?? true
        else { return false }
        choose(before.mode, until: before.end, in: before.desktop)
        return true
    }

    /// Keeps what `auto` shows, before a mode is chosen over it: for the present phase of the schedule, or
    /// with `nil` until the mode ends.
    mutating func replace(_ present: Appearance, in phase: Phase?) {
        guard mode == .auto else { return }
        replaced = ReplacedAppearance(appearance: present, phase: phase)
    }

    /// Returns what `auto` showed when the override began, if that was in this phase of the schedule.
    func replacedAppearance(in phase: Phase) -> Appearance? {
        replaced.flatMap { $0.phase == nil || $0.phase == phase ? $0.appearance : nil }
    }

    /// Returns the events of the ends that are farther away than such an event can be; empty if there are none.
    func tooFarEvents(at now: WallTime) -> [ModeEnd] {
        [end, pauseEnd, lightPauseEnd, toggledOverride?.end].compactMap { $0?.tooFarEvent(at: now) }
    }

    /// Moves the ends of durations with a wall clock that was set, and ends that are too far away to the
    /// next times of their events, or before a limit if these are unknown.
    mutating func followClock(
        at now: Moment, _ nextTimes: [ModeEnd: WallTime], orBefore limit: WallTime
    ) {
        end?.followClock(at: now, nextTimes, limit)
        toggledOverride?.end?.followClock(at: now, nextTimes, limit)
        pauseEnd?.followClock(at: now, nextTimes, limit)
        lightPauseEnd?.followClock(at: now, nextTimes, limit)
    }

    /// Ends the override and the pause if their time has come; returns whether the override ended.
    mutating func expire(at now: WallTime) -> Bool {
        if let pausedUntil, pausedUntil <= now { endPause() }
        if let lightPausedUntil, lightPausedUntil <= now { lightPauseEnd = nil }
        guard let end = until, end <= now else { return false }
        choose(.auto)
        return true
    }

    // MARK: The pause and the inhibitors

    mutating func pause(until end: ChoiceEnd?) {
        isPaused = true
        pauseEnd = end
    }

    mutating func pauseLight(until end: ChoiceEnd) { lightPauseEnd = end }

    mutating func resume() {
        endPause()
        lightPauseEnd = nil
    }

    private mutating func endPause() {
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
}

/// An override before a toggle, and the phase of the schedule at that time.
private struct ToggledOverride: Sendable {
    let mode: Mode
    var end: ChoiceEnd?
    let desktop: Desktop?
    let phase: Phase
}

/// The appearance that an override replaced, and the phase of the schedule in which it counts; `nil` for all.
private struct ReplacedAppearance: Sendable {
    let appearance: Appearance
    let phase: Phase?
}

/// The end of an override or a pause.
struct ChoiceEnd: Equatable, Sendable {
    /// The longest time until an event of the sun, the clock or the schedule.
    static let longestWait = Microseconds.hours(36)

    /// The end by the present wall clock.
    private(set) var wall: WallTime
    /// The end of a duration, whatever the wall clock is set to; `nil` for a time of day.
    private let boot: BootTime?
    /// The event at which it ends; `nil` for a duration.
    let event: ModeEnd?
    /// The end as it was first computed, perhaps by a wrong clock.
    private let planned: WallTime

    /// An end by the sun, the clock or the schedule.
    init(wall: WallTime, by event: ModeEnd) {
        self.init(wall, boot: nil, event)
    }

    /// The end of a duration that begins now.
    init(ofDurationUntil wall: WallTime, from now: Moment) {
        self.init(wall, boot: now.boot + (wall - now.wall), nil)
    }

    private init(_ wall: WallTime, boot: BootTime?, _ event: ModeEnd?) {
        self.wall = wall
        self.boot = boot
        self.event = event
        planned = wall
    }

    /// An end that an earlier run had saved at a time.
    ///
    /// If the clock is behind that time, one of the two is wrong: what was left of a duration is left
    /// now.
    init(saved wall: WallTime, by event: ModeEnd?, at savedAt: WallTime, _ now: Moment) {
        if event == nil, now.wall < savedAt, savedAt < wall {
            self.init(ofDurationUntil: now.wall + (wall - savedAt), from: now)
        } else {
            self.init(wall, boot: nil, event)
        }
    }

    /// The event, if the planned end is farther away than it can be.
    fileprivate func tooFarEvent(at now: WallTime) -> ModeEnd? {
        guard let event else { return nil }
        return planned - now > Self.longestWait ? event : nil
    }

    /// Moves the end of a duration with a wall clock that was set, and one that is too far away to the
    /// next time of its event, where it stays until the clock is set beyond it.
    fileprivate mutating func followClock(
        at now: Moment, _ nextTimes: [ModeEnd: WallTime], _ limit: WallTime
    ) {
        if let boot {
            wall = WallEstimate(boot: boot, wall: wall).wallTime(at: now)
        } else if let event = tooFarEvent(at: now.wall) {
            guard wall <= now.wall || wall - now.wall > Self.longestWait else { return }
            wall = min(nextTimes[event] ?? min(wall, limit), planned)
        } else {
            wall = planned
        }
    }
}

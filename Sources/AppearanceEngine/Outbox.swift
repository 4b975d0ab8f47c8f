package import AppearanceModel

/// The last effects of the engine, so that each is requested only if it differs.
struct Outbox: Sendable {
    /// The smallest relative change of the light that is published.
    private static let lightStep = 0.1
    /// The shortest time between two published light levels.
    private static let lightInterval = Microseconds.seconds(1)
    /// The shortest time from one deadline to the next: a time that is due at once, by rounding or by
    /// mistake, comes once a second and not without end.
    private static let shortestSleep = Microseconds.seconds(1)

    private(set) var published: Snapshot?
    private var publishedLight: LightReading?
    private var lightPublishedAt: BootTime?
    private var bootTimer: BootTime?
    private var wallTimer: WallTime?
    /// The moment of the deadline that is being handled; `nil` for another event.
    private var deadline: Moment?
    private var saved: SavedState?

    init(saved: SavedState?) { self.saved = saved }

    // MARK: The state

    /// Publishes a state that differs, or only its light.
    mutating func publish(
        _ snapshot: Snapshot, at now: Moment, into effects: inout [Effect]
    ) {
        if var last = published {
            last.light = snapshot.light
            // A source that reports once a second would otherwise be published as often.
            if last.reported?.source == snapshot.reported?.source {
                last.reported = snapshot.reported
            }
            if last == snapshot {
                published?.reported = snapshot.reported
                return publishLight(snapshot.light, at: now, into: &effects)
            }
        }
        published = snapshot
        publishedLight = snapshot.light
        lightPublishedAt = now.boot
        effects.append(.publish(snapshot))
    }

    /// Whether the last published light level was one.
    var isLightKnown: Bool { publishedLight != nil }

    /// Returns whether the user has chosen another mode, or a pause, since the last publication.
    func isChoice(_ choice: UserChoice) -> Bool {
        published.map { $0.mode != choice.mode || $0.paused != choice.isPaused } ?? false
    }

    /// Publishes a light level that differs by enough, at most once a second.
    mutating func publishLight(
        _ level: LightReading?, at now: Moment, into effects: inout [Effect]
    ) {
        guard isNews(level), newsDue(level).map({ $0 <= now.boot }) ?? true else { return }
        publishedLight = level
        lightPublishedAt = now.boot
        effects.append(.publishLight(level))
    }

    /// Returns the time at which a reported level is to be published; `nil` if it is not.
    ///
    /// A level of a sensor is published with a later reading; a reported level has none.
    func lightDue(_ reported: LightReading?) -> BootTime? {
        isNews(reported) ? newsDue(reported) : nil
    }

    private func isNews(_ level: LightReading?) -> Bool {
        guard let level, let last = publishedLight, level.unit == last.unit
        else { return level != publishedLight }
        return level != last && abs(level.value - last.value) >= Self.lightStep * last.value
    }

    /// Returns the time from which a level may follow the last one; `nil` for at once.
    private func newsDue(_ level: LightReading?) -> BootTime? {
        guard level != nil, publishedLight != nil else { return nil }
        return lightPublishedAt.map { $0 + Self.lightInterval }
    }

    /// Saves a state that differs.
    mutating func save(_ state: SavedState, into effects: inout [Effect]) {
        if var last = saved {
            last.savedAt = state.savedAt
            // A program may report once a second; after a crash, the level of a minute ago is as good.
            if let old = last.reported, let new = state.reported, new.repeats(old) {
                last.reported = new
            }
            if last == state { return }
        }
        saved = state
        effects.append(.save(state))
    }

    // MARK: The timers

    /// Forgets the timers that a deadline has ended.
    mutating func endTimers(at now: Moment) {
        deadline = now
        if let time = bootTimer, time <= now.boot { bootTimer = nil }
        if let time = wallTimer, time <= now.wall { wallTimer = nil }
    }

    /// Forgets the timer of the wall clock, as the clock or the schedule has changed.
    mutating func forgetWallTimer() { wallTimer = nil }

    /// Requests the next deadline on both clocks.
    ///
    /// The timer of the boot clock is only ever moved to an earlier time: an early deadline costs
    /// little, a timer that moved with every reading would cost a system call with every reading.
    mutating func arm(
        boot bootDue: BootTime?, wall wallDue: WallTime?, at now: Moment,
        into effects: inout [Effect]
    ) {
        defer { deadline = nil }
        if var due = bootDue, bootTimer.map({ due < $0 }) ?? true {
            if deadline != nil, due <= now.boot { due = now.boot + Self.shortestSleep }
            bootTimer = due
            effects.append(.wakeAtBoot(due))
        }
        var due = wallDue
        if let deadline, let time = due, time <= deadline.wall {
            due = deadline.wall + Self.shortestSleep
        }
        if due != wallTimer {
            wallTimer = due
            effects.append(.wakeAtWall(due))
        }
    }
}

/// The state that is saved for the next start.
package struct SavedState: Equatable, Sendable {
    /// The name of its file in the state directory.
    package static let fileName = "state.json"

    package var mode: Mode
    package var until: WallTime?
    /// The event of `until`, from which it is computed again if the clock was wrong; `nil` for a
    /// duration.
    package var untilEvent: ModeEnd?
    /// The desktop in whose settings the mode was chosen; `nil` if it was chosen elsewhere.
    package var chosenIn: Desktop?
    /// The appearance of `auto` when the mode was chosen over it, in the present phase of the schedule;
    /// `nil` if that is not known.
    package var replaced: Appearance?
    package var appearance: Appearance
    /// The time since which the appearance is in effect; `nil` in a file of an earlier version.
    package var since: WallTime?
    /// Whether light or schedule decided the appearance, without an override or a pause since.
    package var isAutomatic: Bool
    /// Whether light decides that is not saved itself, and may come after the next start.
    package var isByLight: Bool
    /// Whether another appearance is decided, which waits until the user is not disturbed by it.
    package var isWaiting: Bool
    /// The appearance that a pause keeps, and that returns after an override; `nil` if none.
    package var held: Appearance?
    package var paused: Bool
    package var pausedUntil: WallTime?
    /// The event of `pausedUntil`; `nil` for a duration.
    package var pausedUntilEvent: ModeEnd?
    /// The end of the time in which light decides nothing; `nil` while it may.
    package var lightPausedUntil: WallTime?
    /// The event of `lightPausedUntil`; `nil` for a duration.
    package var lightPausedUntilEvent: ModeEnd?
    /// Reported light that still counts.
    package var reported: Reported?
    /// The keys of the last sensors whose value has varied.
    package var movers: [String]
    package var savedAt: WallTime

    /// A reported light level with its source and time.
    package struct Reported: Equatable, Sendable {
        package var source: String
        package var lux: Lux
        package var at: WallTime

        package init(source: String, lux: Lux, at time: WallTime) {
            self.source = source
            self.lux = lux
            at = time
        }

        /// The time for which a level that is reported again is not saved again.
        private static let repeatTime = Microseconds.minutes(1)

        /// Returns whether it has about the level of one before it, which is of the last minute.
        func repeats(_ old: Reported) -> Bool {
            source == old.source && (.zero..<Self.repeatTime).contains(at - old.at)
                && abs(lux.value - old.lux.value) < 0.1 * old.lux.value
        }
    }

    package init(
        mode: Mode, until: WallTime?, untilEvent: ModeEnd? = nil, chosenIn: Desktop? = nil,
        replaced: Appearance? = nil, appearance: Appearance, since: WallTime? = nil,
        isAutomatic: Bool = true,
        isByLight: Bool = false, isWaiting: Bool = false,
        held: Appearance? = nil, paused: Bool, pausedUntil: WallTime?,
        pausedUntilEvent: ModeEnd? = nil, reported: Reported? = nil, movers: [String],
        savedAt: WallTime
    ) {
        self.mode = mode
        self.until = until
        self.untilEvent = untilEvent
        self.chosenIn = chosenIn
        self.replaced = replaced
        self.appearance = appearance
        self.since = since
        self.isAutomatic = isAutomatic
        self.isByLight = isByLight
        self.isWaiting = isWaiting
        self.held = held
        self.paused = paused
        self.pausedUntil = pausedUntil
        self.pausedUntilEvent = pausedUntilEvent
        self.reported = reported
        self.movers = movers
        self.savedAt = savedAt
    }
}

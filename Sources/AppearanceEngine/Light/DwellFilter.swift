import AppearanceModel

/// Turns a light level into light, dark or night, with hysteresis and dwell times.
///
/// Two independent triggers, night/dark and dark/light, each have a dwell time. A change of direction
/// needs a gap after the previous change, and repeated reversals make the dwell times longer.
struct DwellFilter: Sendable {
    enum Direction: Sendable { case up, down }

    /// The starts of the pending changes to or from light and night; `nil` if there is none.
    struct PendingStarts: Equatable {
        var light: BootTime?
        var night: BootTime?
    }

    /// The time for which a change from night waits for light to be due too, to take one step.
    private static let coalescing = Microseconds.seconds(10)

    let settings: AmbientSettings
    private let unit: LightUnit
    /// High is at least dark, low is night.
    private var nightDark: SchmittTrigger
    /// High is light.
    private var darkLight: SchmittTrigger
    private var lastChange: (at: BootTime, direction: Direction)?
    private var reversals = ReversalHistory()
    private var swing = SwingBrake()
    /// Whether the sides of the triggers are those of an earlier level of the same light.
    private var hasHistory = false

    /// A filter that starts from an appearance, so that the first change needs its dwell time.
    init(
        _ settings: AmbientSettings, in unit: LightUnit = .lux, from appearance: Appearance
    ) {
        self.settings = settings
        self.unit = unit
        let thresholds = settings.thresholds(in: unit)
        nightDark = SchmittTrigger(
            downAt: thresholds.nightBelow, upAt: thresholds.nightAbove,
            isHigh: appearance != .night)
        darkLight = SchmittTrigger(
            downAt: thresholds.darkBelow, upAt: thresholds.lightAbove,
            isHigh: appearance == .light)
    }

    /// The appearance that the filtered light asks for.
    var level: Appearance {
        darkLight.isHigh ? .light : nightDark.isHigh ? .dark : .night
    }

    /// Returns the appearance that a level asks for once every dwell time has passed.
    func appearance(for level: LogLux) -> Appearance {
        var next = self
        if darkLight.isFlipped(by: level) { next.darkLight.flip() }
        if next.nightDark.isFlipped(by: level) { next.nightDark.flip() }
        return next.level
    }

    /// Adopts a level without any dwell time, at the end of the warm-up.
    mutating func seed(_ level: LogLux) {
        swing = SwingBrake()
        nightDark.seed(level, hasHistory: hasHistory)
        darkLight.seed(level, hasHistory: hasHistory)
        if darkLight.isHigh { nightDark.isHigh = true }
        hasHistory = true
    }

    /// Forgets the sides of the triggers for the next level that is adopted, as it is of another room or hour.
    mutating func forgetHistory() { hasHistory = false }

    /// Observes a level; `advance` makes the changes.
    ///
    /// A reported level is followed without the brake.
    mutating func observe(_ level: LogLux, at time: BootTime, isReported: Bool = false) {
        if isReported {
            swing = SwingBrake()
            hasHistory = true
        }
        if swing.observe(level) { forgetPending() }
        nightDark.observe(level, at: time)
        darkLight.observe(level, at: time)
        swing.observePending(isPending)
    }

    /// Restarts the dwell time of every pending change.
    mutating func forgetPending() {
        nightDark.forget()
        darkLight.forget()
    }

    /// Makes the changes that are due, light to night in one step, and returns whether there were any.
    mutating func advance(to now: BootTime) -> Bool {
        guard isPending else { return false }
        var next = self
        guard next.flip(at: now) else { return false }
        if isHeldBySwing(at: now, next.level) {
            swing.hold()
            return false
        }
        self = next
        return true
    }

    /// Whether the appearance stays, since the light depends on it.
    var isHeld: Bool { swing.isHolding }

    /// Returns whether a change is pending and is not made, since the light depends on the appearance.
    func isSwinging(at now: BootTime) -> Bool {
        guard isPending else { return false }
        for due in [darkLightDue(at: now), nightDarkDue(at: now)] {
            var then = self
            guard let due, then.flip(at: max(due, now)) else { continue }
            return isHeldBySwing(at: now, then.level)
        }
        return false
    }

    private func isHeldBySwing(at now: BootTime, _ next: Appearance) -> Bool {
        guard let wait = waitForChangeBack(to: next) else { return false }
        return swing.holds(after: wait, smoothing: settings.smoothing)
    }

    /// Returns the time from the last change to the start of a pending one in the opposite direction;
    /// `nil` if there is none.
    private func waitForChangeBack(to next: Appearance) -> Microseconds? {
        guard let lastChange,
            (next.brightness > level.brightness ? .up : .down) != lastChange.direction,
            let since = [darkLight.pendingSince, nightDark.pendingSince].compactMap(\.self).min()
        else { return nil }
        return since - lastChange.at
    }

    /// Makes the changes that are due, without the brake.
    private mutating func flip(at now: BootTime) -> Bool {
        let before = level
        let old = self
        if let due = darkLightDue(at: now), due <= now {
            darkLight.flip()
            if darkLight.isHigh, !nightDark.isHigh { nightDark.flip() }
        }
        if let due = nightDarkDue(at: now), due <= now, !isCoalescing(at: now) { nightDark.flip() }
        guard level != before else { return false }
        let direction: Direction = level.brightness > before.brightness ? .up : .down
        swing.recordChange(
            after: old.waitForChangeBack(to: level), smoothing: settings.smoothing)
        if let lastChange, lastChange.direction != direction { reversals.add(now) }
        lastChange = (now, direction)
        return true
    }

    /// Returns the next pending change with the time at which it is due.
    func pending(at now: BootTime) -> PendingChange? {
        let light = darkLightDue(at: now)
        // A change from night may wait for light, and both triggers may flip in one step.
        for due in [nextDue(at: now), light] {
            var then = self
            guard let due, then.advance(to: max(due, now)),
                let since = due == light ? darkLight.pendingSince : nightDark.pendingSince
            else { continue }
            return PendingChange(target: then.level, since: since, due: due)
        }
        return nil
    }

    /// Returns the time of the next pending change; `nil` if none is pending.
    func nextDue(at now: BootTime) -> BootTime? {
        let light = darkLightDue(at: now)
        guard let night = nightDarkDue(at: now), !isCoalescing(at: now) else { return light }
        return light.map { min($0, night) } ?? night
    }

    /// Returns whether a level is within a factor of a threshold that would change the appearance, or beyond it.
    func isNear(_ level: LogLux, by factor: Double, _ rules: DecisionRules) -> Bool {
        let dark = rules.appearance(forLight: .dark)
        return rules.appearance(forLight: .light) != dark && darkLight.isNear(level, by: factor)
            || rules.appearance(forLight: .night) != dark && nightDark.isNear(level, by: factor)
    }

    // The next three are read with every reading. If they are not inlined, each copies the whole value, and a
    // light sample misses its row of Benchmarks/run, "the engine: one light sample": 1.9 of C, of at most 1.8.

    /// The starts of the pending changes of both triggers, which determine the next one, its target
    /// and its time.
    @inline(__always) var pendingStarts: PendingStarts {
        // While dark is pending, night may be due by then, which is one change.
        let isNightCounted = mayFlipNight || darkLight.pendingSince != nil
        return PendingStarts(
            light: darkLight.pendingSince, night: isNightCounted ? nightDark.pendingSince : nil)
    }

    /// Whether a change is pending.
    @inline(__always) var isPending: Bool { pendingStarts != PendingStarts() }

    /// The range of levels that affects neither trigger.
    @inline(__always) var quietRange: Range<Double> {
        var (floor, ceiling) = (-Double.infinity, Double.infinity)
        func narrow(_ trigger: SchmittTrigger) {
            let threshold = trigger.threshold.value
            if trigger.isHigh {
                floor = max(floor, threshold)
            } else {
                ceiling = min(ceiling, threshold)
            }
        }
        narrow(darkLight)
        narrow(nightDark)
        return floor..<ceiling
    }

    // MARK: Due times

    /// Whether night may flip: from light, the appearance must become dark first.
    private var mayFlipNight: Bool { !(nightDark.isHigh && darkLight.isHigh) }

    private func darkLightDue(at now: BootTime) -> BootTime? {
        let dwell = darkLight.isHigh ? settings.dwell.lightToDark : settings.dwell.darkToLight
        return due(darkLight, dwell: dwell, at: now)
    }

    private func nightDarkDue(at now: BootTime) -> BootTime? {
        guard mayFlipNight else { return nil }
        let dwell = nightDark.isHigh ? settings.dwell.darkToNight : settings.dwell.nightToDark
        return due(nightDark, dwell: dwell, at: now)
    }

    private func due(
        _ trigger: SchmittTrigger, dwell: Microseconds, at now: BootTime
    ) -> BootTime? {
        guard let since = trigger.pendingSince else { return nil }
        let dwell = dwell * reversals.dwellFactor(at: now)
        let due = since + dwell
        let direction: Direction = trigger.isHigh ? .down : .up
        guard let lastChange, lastChange.direction != direction else { return due }
        // A red screen in a lit room is unreadable: a change from night does not wait for the gap.
        let gap = level == .night ? dwell : max(dwell, settings.reversalGap)
        // Readings that come late may be from before the last change.
        return max(due, lastChange.at + gap)
    }

    private func isCoalescing(at now: BootTime) -> Bool {
        guard !nightDark.isHigh, let lightDue = darkLightDue(at: now) else { return false }
        return lightDue <= now + Self.coalescing
    }
}

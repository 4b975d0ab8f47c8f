package import AppearanceModel

/// From a level to light, dark or night, and never in a hurry.
///
/// Two independent comparators, night/dark and dark/light, each with its dwell; no change of
/// direction soon after a change; longer dwell where the light keeps turning back.
package struct DwellFilter: Equatable, Sendable {
    enum Direction: Sendable { case up, down }

    /// Night waits this long for light to be due as well, and goes there in one step.
    private static let coalescing = Microseconds.seconds(10)

    private let settings: AmbientSettings
    private let unit: LightUnit
    /// High is at least dark, low is night.
    private var nightDark: SchmittTrigger
    /// High is light.
    private var darkLight: SchmittTrigger
    private var lastChange: (at: BootTime, direction: Direction)?
    private var reversals = ReversalHistory()

    /// Starts from an appearance, so that the first light is given its dwell.
    package init(
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

    /// What the light asks for, steadied.
    package var level: Appearance {
        darkLight.isHigh ? .light : nightDark.isHigh ? .dark : .night
    }

    /// Takes the level as it is, at the end of the warm-up.
    package mutating func seed(_ level: LogLux) {
        nightDark.seed(level)
        darkLight.seed(level)
        if darkLight.isHigh { nightDark.isHigh = true }
    }

    /// Takes one more look at the level; a change comes with `settle`.
    mutating func observe(_ level: LogLux, at time: BootTime) {
        nightDark.observe(level, at: time)
        darkLight.observe(level, at: time)
    }

    /// Lets every waiting change begin anew.
    mutating func forgetPending() {
        nightDark.forget()
        darkLight.forget()
    }

    /// Makes the changes that are due, light to night in one step; true when the level changed.
    mutating func settle(at now: BootTime) -> Bool {
        let before = level
        if let due = darkLightDue(at: now), due <= now {
            darkLight.flip()
            if darkLight.isHigh, !nightDark.isHigh { nightDark.flip() }
        }
        if let due = nightDarkDue(at: now), due <= now, !isCoalescing(at: now) { nightDark.flip() }
        guard level != before else { return false }
        let direction: Direction = level > before ? .up : .down
        if let lastChange, lastChange.direction != direction { reversals.add(now) }
        lastChange = (now, direction)
        return true
    }

    /// When the next waiting change is due, and where it leads.
    package func pending(at now: BootTime) -> PendingChange? {
        let light = darkLightDue(at: now)
        // Night that is due may still wait for light; and both comparators may flip in one step.
        for due in [nextDue(at: now), light] {
            var then = self
            guard let due, then.settle(at: max(due, now)),
                let since = due == light ? darkLight.pendingSince : nightDark.pendingSince
            else { continue }
            return PendingChange(target: then.level, since: since, due: due)
        }
        return nil
    }

    /// When `settle` has something to do next; nil while nothing waits.
    func nextDue(at now: BootTime) -> BootTime? {
        let light = darkLightDue(at: now)
        guard let night = nightDarkDue(at: now), !isCoalescing(at: now) else { return light }
        return light.map { min($0, night) } ?? night
    }

    /// Since when a change to or from light has been asked for; `nil` for none.
    ///
    /// While there is one, a change toward dark or night may lead elsewhere at the same time.
    @inline(__always) var lightPendingSince: BootTime? { darkLight.pendingSince }

    /// Whether the level asks for a change that has yet to come.
    package var isPending: Bool {
        darkLight.pendingSince != nil || (nightDark.pendingSince != nil && mayFlipNight)
    }

    /// The levels between which no comparator would stir.
    @inline(__always) var quietRange: Range<Double> {
        var (floor, ceiling) = (-Double.infinity, Double.infinity)
        func narrow(_ comparator: SchmittTrigger) {
            let threshold = comparator.threshold.value
            if comparator.isHigh {
                floor = max(floor, threshold)
            } else {
                ceiling = min(ceiling, threshold)
            }
        }
        narrow(darkLight)
        narrow(nightDark)
        return floor..<ceiling
    }

    package static func == (left: DwellFilter, right: DwellFilter) -> Bool {
        left.settings == right.settings && left.unit == right.unit
            && left.nightDark == right.nightDark
            && left.darkLight == right.darkLight && left.reversals == right.reversals
            && left.lastChange?.at == right.lastChange?.at
            && left.lastChange?.direction == right.lastChange?.direction
    }

    // MARK: When a change is due
    // Looked at with every reading, so inlined: else the whole of this would be copied each time.

    /// Night lies below dark: while it is light, it must turn dark first.
    private var mayFlipNight: Bool { !(nightDark.isHigh && darkLight.isHigh) }

    @inline(__always) private func darkLightDue(at now: BootTime) -> BootTime? {
        let dwell = darkLight.isHigh ? settings.dwell.lightToDark : settings.dwell.darkToLight
        return due(darkLight, dwell: dwell, at: now)
    }

    @inline(__always) private func nightDarkDue(at now: BootTime) -> BootTime? {
        guard mayFlipNight else { return nil }
        let dwell = nightDark.isHigh ? settings.dwell.darkToNight : settings.dwell.nightToDark
        return due(nightDark, dwell: dwell, at: now)
    }

    @inline(__always) private func due(
        _ comparator: SchmittTrigger, dwell: Microseconds, at now: BootTime
    ) -> BootTime? {
        guard let since = comparator.pendingSince else { return nil }
        let due = since + dwell * reversals.dwellFactor(at: now)
        let direction: Direction = comparator.isHigh ? .down : .up
        // A red screen in a lit room cannot be read: leaving night never waits for the gap.
        guard level != .night, let lastChange, lastChange.direction != direction else { return due }
        return max(due, lastChange.at + settings.reversalGap)
    }

    @inline(__always) private func isCoalescing(at now: BootTime) -> Bool {
        guard !nightDark.isHigh, let lightDue = darkLightDue(at: now) else { return false }
        return lightDue <= now + Self.coalescing
    }
}

/// A change that the light asks for and that waits for its dwell.
package struct PendingChange: Equatable, Sendable {
    /// Where it leads.
    package var target: Appearance
    /// Since when the light has asked for it.
    package var since: BootTime
    /// When it comes if the light stays.
    package var due: BootTime
}

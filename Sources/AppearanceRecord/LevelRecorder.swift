package import AppearanceModel

/// The light levels of a run that its history keeps: one a minute.
package struct LevelRecorder: Sendable {
    /// The levels that are not removed yet.
    package private(set) var levels: [History.Level] = []
    private var isLightKnown = false

    package init() {}

    /// Adds a light level, or the minute in which the light becomes unknown.
    package mutating func add(_ light: LightReading?, at time: WallTime) {
        guard light != nil || isLightKnown else { return }
        isLightKnown = light != nil
        guard let newest = levels.last, time >= newest.at, time - newest.at < .minutes(1) else {
            return levels.append(History.Level(at: time, light: light))
        }
        if (newest.light == nil) != (light == nil) { levels[levels.count - 1].light = light }
    }

    /// Removes the levels and returns them.
    package mutating func removeLevels() -> [History.Level] {
        defer { levels = [] }
        return levels
    }
}

extension Snapshot {
    /// Whether neither the appearance nor the choice of the user differs; a history keeps each other
    /// change.
    package func hasSameChoice(as other: Snapshot) -> Bool {
        (sequence, mode, paused) == (other.sequence, other.mode, other.paused)
    }
}

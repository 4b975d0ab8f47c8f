import AppearanceModel

/// A Schmitt trigger on the light level: high at or above one threshold, low at or below another,
/// unchanged in between.
struct SchmittTrigger: Equatable, Sendable {
    private let down: LogLux
    private let up: LogLux
    var isHigh: Bool
    /// The time since which the level has been beyond the threshold of the other side.
    private(set) var pendingSince: BootTime?

    init(downAt downLux: Double, upAt upLux: Double, isHigh: Bool) {
        down = LogLux(lux: downLux)
        up = LogLux(lux: upLux)
        self.isHigh = isHigh
    }

    /// Sets the side of a level; between the thresholds the present one if it has a history, otherwise the
    /// nearer one.
    mutating func seed(_ level: LogLux, hasHistory: Bool) {
        pendingSince = nil
        if hasHistory, level > down, level < up { return }
        isHigh = level.value >= (down.value + up.value) / 2
    }

    /// Observes a level and notes since when it has asked for the other side.
    mutating func observe(_ level: LogLux, at time: BootTime) {
        pendingSince = isFlipped(by: level) ? pendingSince ?? time : nil
    }

    /// Returns whether a level asks for the other side.
    func isFlipped(by level: LogLux) -> Bool { isHigh ? level <= down : level >= up }

    mutating func flip() {
        isHigh.toggle()
        pendingSince = nil
    }

    mutating func forget() { pendingSince = nil }

    /// Returns whether a level is within a factor of the threshold that would flip it, or beyond it.
    func isNear(_ level: LogLux, by factor: Double) -> Bool {
        isHigh ? level.lux <= threshold.lux * factor : level.lux * factor >= threshold.lux
    }

    /// The threshold that would flip it from where it stands.
    var threshold: LogLux { isHigh ? down : up }
}

/// The reversals of the light in the last half hour, which make the dwell times longer.
struct ReversalHistory: Equatable, Sendable {
    private static let span = Microseconds.minutes(30)
    /// The number of reversals without effect; each further one doubles the dwell times.
    private static let free = 3
    private static let mostDoublings = 3

    /// The last eight reversals, the oldest overwritten; more would have no effect.
    private var times = SIMD8<Int64>(repeating: .min)
    private var next = 0

    mutating func add(_ time: BootTime) {
        times[next] = time.microsecondsSinceBoot
        next = (next + 1) % 8
    }

    /// Returns the factor of every dwell time: 1, 2, 4 or 8.
    func dwellFactor(at now: BootTime) -> Int64 {
        let start = (now - Self.span).microsecondsSinceBoot
        var recent = 0
        for index in 0..<8 where times[index] > start { recent += 1 }
        return 1 << min(Self.mostDoublings, max(0, recent - Self.free))
    }
}

/// A change that the light asks for and that waits for its dwell time.
struct PendingChange: Equatable, Sendable {
    /// The appearance after the change.
    var target: Appearance
    /// The time since which the light has asked for it.
    var since: BootTime
    /// The time of the change if the light stays.
    var due: BootTime
}

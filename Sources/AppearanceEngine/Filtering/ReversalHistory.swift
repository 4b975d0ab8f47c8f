import AppearanceModel

/// How often the light has turned back in the last half hour, and how much patience that earns.
struct ReversalHistory: Equatable, Sendable {
    private static let span = Microseconds.minutes(30)
    /// From this many reversals on, each doubles the dwell.
    private static let free = 3
    private static let mostDoublings = 3

    /// The last reversals, oldest overwritten; more than eight change nothing.
    private var times = SIMD8<Int64>(repeating: .min)
    private var next = 0

    mutating func add(_ time: BootTime) {
        times[next] = time.microsecondsSinceBoot
        next = (next + 1) % 8
    }

    /// What every dwell is multiplied by: 1, 2, 4 or 8.
    func dwellFactor(at now: BootTime) -> Int64 {
        let start = (now - Self.span).microsecondsSinceBoot
        var recent = 0
        for index in 0..<8 where times[index] > start { recent += 1 }
        return 1 << min(Self.mostDoublings, max(0, recent - Self.free))
    }
}

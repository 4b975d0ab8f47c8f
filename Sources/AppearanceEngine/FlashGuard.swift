import AppearanceModel

/// Limits the changes of the published appearance to three in any second, after WCAG 2.3.1.
///
/// Whatever asks for more, the screen does not flash, and a person never notices. It starts without a
/// change: a restart takes longer than the time between two changes, and begins with the appearance that
/// was published last.
struct FlashGuard: Equatable, Sendable {
    /// The number of changes in any second.
    private static let most = 3
    /// A second, and the time by which one change may reach the programs later than another.
    private static let span = Microseconds.milliseconds(1_050)

    /// The times of the last changes, the oldest overwritten.
    private var times = SIMD4<Int64>(repeating: .min)
    private var next = 0

    /// Records a published change.
    mutating func add(_ time: BootTime) {
        times[next] = time.microsecondsSinceBoot
        next = (next + 1) % Self.most
    }

    /// Returns the time from which the next change may be published; `nil` for at once.
    func opening(at now: BootTime) -> BootTime? {
        let oldest = times[next]
        guard oldest != .min else { return nil }
        let opening = BootTime(microsecondsSinceBoot: oldest) + Self.span
        return opening > now ? opening : nil
    }
}

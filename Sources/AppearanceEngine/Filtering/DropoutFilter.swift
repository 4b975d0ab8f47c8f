/// Removes a single reading that falls to a tenth of both its neighbours.
///
/// Some sensors answer 0.03 lux between good readings (kernel bug 219890). Judging a reading needs
/// the one after it, so this filter runs one sample late.
struct DropoutFilter: Equatable, Sendable {
    private var before: Double?
    private var pending: Double?

    /// Takes a reading in lux; answers the one before it, once that one is believed.
    mutating func add(_ lux: Double) -> Double? {
        defer { pending = lux }
        guard let candidate = pending else { return nil }
        if let before, (candidate + 1) * 10 < min(before, lux) + 1 { return nil }
        before = candidate
        return candidate
    }
}

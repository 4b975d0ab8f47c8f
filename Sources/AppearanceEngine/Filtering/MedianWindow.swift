/// The median of the last five values: one wild value, or two, move nothing.
struct MedianWindow: Equatable, Sendable {
    private static let size = 5

    private var values = SIMD8<Double>(repeating: .infinity)
    private var next = 0
    private(set) var count = 0

    mutating func add(_ value: Double) {
        values[next] = value
        next = (next + 1) % Self.size
        count = min(count + 1, Self.size)
    }

    /// The middle value, or the mean of the two middle ones; nil when empty.
    var median: Double? {
        guard count > 0 else { return nil }
        var sorted = values
        for index in 1..<Self.size {
            let value = sorted[index]
            var hole = index
            while hole > 0, sorted[hole - 1] > value {
                sorted[hole] = sorted[hole - 1]
                hole -= 1
            }
            sorted[hole] = value
        }
        return count % 2 == 1
            ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
    }
}

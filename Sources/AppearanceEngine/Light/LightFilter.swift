import AppearanceModel

/// Smooths raw readings to a level: isolated dropouts removed, median of five, then an
/// exponentially weighted mean.
///
/// The median comes first because a mean alone lets a single camera flash through.
struct LightFilter: Equatable, Sendable {
    /// The longest step of time that the mean takes into account.
    private static let longestStep = Microseconds.seconds(10)
    /// The distance in decades below which the mean becomes the median.
    private static let snap = 0.01

    private var dropouts = DropoutFilter()
    private var window = MedianWindow()
    private var lastAt: BootTime?
    /// The smoothed level; `nil` before the second reading.
    private(set) var level: LogLux?
    /// The level in lux.
    private(set) var lux = 0.0
    // Without these a light sample takes 1.9 times as long as in C, and misses its row of Benchmarks/run,
    // "the engine: one light sample", of at most 1.8.
    private var lastLogarithm = LastResult()
    private var decay = LastResult()
    private var power = LastResult()

    /// Adds a reading.
    mutating func add(lux: Double, at time: BootTime, smoothing: Microseconds) {
        let step = lastAt.map { min(max(time - $0, .zero), Self.longestStep) } ?? .zero
        lastAt = time
        if let accepted = dropouts.add(lux) {
            window.add(logarithm(of: accepted))
        }
        guard let median = window.median else { return }
        guard var smoothed = level?.value else { return setLevel(median) }
        let rest = decay.of(-step.inSeconds / smoothing.inSeconds, Libm.exp)
        smoothed += (1 - rest) * (median - smoothed)
        setLevel(abs(median - smoothed) < Self.snap ? median : smoothed)
    }

    /// Returns a light level on the scale on which it is filtered.
    mutating func logarithm(of lux: Double) -> Double {
        lastLogarithm.of(lux) { LogLux(lux: $0).value }
    }

    /// Sets the level to the median, at the end of the warm-up.
    mutating func seedLevel() { if let median = window.median { setLevel(median) } }

    private mutating func setLevel(_ value: Double) {
        level = LogLux(value: value)
        lux = power.of(value) { LogLux(value: $0).lux }
    }
}

/// The last result of a function, which is not computed again for the same argument.
private struct LastResult: Equatable, Sendable {
    private var argument = -Double.infinity
    private var result = 0.0

    /// Returns the result for an argument, which must not be infinite.
    mutating func of(_ argument: Double, _ function: (Double) -> Double) -> Double {
        if argument != self.argument {
            self.argument = argument
            result = function(argument)
        }
        return result
    }
}

/// A light level on the scale on which it is filtered: log10(1 + lux).
///
/// Perception of light is roughly logarithmic. The 1 makes zero valid and limits the steps between
/// coarse readings near zero.
package struct LogLux: Hashable, Comparable, Sendable {
    package var value: Double

    package init(value: Double) { self.value = value }
    package init(lux: Double) { value = Libm.log10(1 + lux) }

    /// The level in lux.
    package var lux: Double { max(0, Libm.pow(10, value) - 1) }

    package static func < (left: LogLux, right: LogLux) -> Bool { left.value < right.value }
}

/// Removes a single reading below a tenth of both its neighbours.
///
/// Some sensors report 0.03 lux between good readings (kernel bug 219890). To judge a reading, the
/// next one is needed, so this filter is one sample late.
struct DropoutFilter: Equatable, Sendable {
    private var before: Double?
    private var pending: Double?

    /// Adds a reading in lux and returns the one before it, or `nil` if that was a dropout.
    mutating func add(_ lux: Double) -> Double? {
        defer { pending = lux }
        guard let candidate = pending else { return nil }
        if let before, (candidate + 1) * 10 < min(before, lux) + 1 { return nil }
        before = candidate
        return candidate
    }
}

/// The median of the last five values; one or two outliers do not affect it.
struct MedianWindow: Equatable, Sendable {
    private static let size = 5

    // The newest is last. One value in each variable: a vector that is written in parts and read as a
    // whole waits for the write, which is 5 ns of the row "the engine: one light sample".
    private var first = 0.0, second = 0.0, third = 0.0, fourth = 0.0, fifth = 0.0
    private(set) var count = 0

    mutating func add(_ value: Double) {
        (first, second, third, fourth, fifth) = (second, third, fourth, fifth, value)
        count = min(count + 1, Self.size)
    }

    /// The middle value, or the mean of the two middle ones; `nil` if empty.
    var median: Double? {
        guard count == Self.size else { return medianOfFewer }
        // Without branches to mispredict: of four values, the lowest and the highest are not the
        // median of five, which is then that of the other two and the fifth.
        let low = max(min(first, second), min(third, fourth))
        let high = min(max(first, second), max(third, fourth))
        return max(min(low, high), min(max(low, high), fifth))
    }

    private var medianOfFewer: Double? {
        guard count > 0 else { return nil }
        let sorted = [first, second, third, fourth, fifth].suffix(count).sorted()
        return count % 2 == 1
            ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
    }
}

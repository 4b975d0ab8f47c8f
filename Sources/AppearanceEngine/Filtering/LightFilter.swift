import AppearanceModel

/// From raw readings to a calm level: isolated dropouts removed, median of five, then an
/// exponentially weighted mean.
///
/// The median comes first because a mean alone lets a single camera flash through.
package struct LightFilter: Equatable, Sendable {
    /// Longer steps count as this long.
    private static let longestStep = Microseconds.seconds(10)
    /// Closer than this, in decades, the mean takes the median's value.
    private static let snap = 0.01

    private var dropouts = DropoutFilter()
    private var window = MedianWindow()
    private var lastAt: BootTime?
    /// The smoothed level; nil before the second reading.
    package private(set) var level: LogLux?

    package init() {}

    /// The median of the last readings, before smoothing.
    package var median: LogLux? { window.median.map(LogLux.init(value:)) }

    /// Takes one reading.
    mutating func add(lux: Double, at time: BootTime, smoothing: Microseconds) {
        let step = lastAt.map { min(max(time - $0, .zero), Self.longestStep) } ?? .zero
        lastAt = time
        if let believed = dropouts.add(lux) { window.add(LogLux(lux: believed).value) }
        guard let median = window.median else { return }
        guard var smoothed = level?.value else {
            level = LogLux(value: median)
            return
        }
        smoothed += (1 - Libm.exp(-step.inSeconds / smoothing.inSeconds)) * (median - smoothed)
        level = LogLux(value: abs(median - smoothed) < Self.snap ? median : smoothed)
    }

    /// Takes the median as the level, at the end of the warm-up.
    mutating func settle() { level = median ?? level }
}

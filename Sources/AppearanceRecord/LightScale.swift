internal import AppearanceEngine
internal import AppearanceModel

/// A logarithmic scale of light.
package struct LightScale: Equatable, Sendable {
    /// The lowest level shown; darker ones are drawn there.
    package let low: Double
    package let high: Double

    package init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// Creates a scale that contains the light and the thresholds of a chart.
    package init(_ chart: LightChart) {
        let thresholds = chart.thresholds
        let levels = chart.light.map(\.value) + [thresholds.nightBelow, thresholds.lightAbove]
        low = max(0.1, (levels.filter { $0 > 0 }.min() ?? 1) / 2)
        high = max(low * 10, (levels.max() ?? 1) * 2)
    }

    /// Returns the place of a level, 0 at the bottom and 1 at the top.
    package func place(_ level: Double) -> Double {
        min(max(0, Libm.log10(max(level, low) / low) / Libm.log10(high / low)), 1)
    }

    /// Returns the level at a place, within the scale.
    package func level(at place: Double) -> Double {
        low * Libm.pow(high / low, min(max(0, place), 1))
    }

    /// The powers of ten on the scale.
    package var decades: [Double] {
        (-1...6).map { Libm.pow(10, Double($0)) }.filter { (low...high).contains($0) }
    }

    /// Returns `0.1`, `10`, `1k`.
    package static func label(_ level: Double) -> String {
        level >= 1000 ? "\(figures(level / 1000))k" : figures(level)
    }
}

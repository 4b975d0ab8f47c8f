package import AppearanceModel

/// The thresholds between dark and light around a level, within the range of suggestions.
package struct SuggestedThresholds: Equatable, Sendable {
    /// The range of the ratio of the two thresholds.
    package static let ratios = 1.25...3.0

    package let darkBelow: Double
    package let lightAbove: Double

    /// Creates rounded thresholds above those of night; `nil` if the range has no room for them.
    package init?(_ settings: AmbientSettings, around lux: Double, ratio: Double) {
        func rounded(_ lux: Double) -> Double {
            let unit = lux < 100 ? 1.0 : 10.0
            return (lux / unit).rounded() * unit
        }
        darkBelow = max(Self.lowest(settings), rounded(lux / ratio.squareRoot()))
        lightAbove = min(
            ThresholdSuggestion.thresholdsLux.upperBound, rounded(lux * ratio.squareRoot()))
        guard lightAbove >= darkBelow * 1.2 else { return nil }
    }

    /// Returns the lowest threshold, which must not be below those of night.
    package static func lowest(_ settings: AmbientSettings) -> Double {
        max(ThresholdSuggestion.thresholdsLux.lowerBound, settings.thresholds.nightAbove)
    }
}

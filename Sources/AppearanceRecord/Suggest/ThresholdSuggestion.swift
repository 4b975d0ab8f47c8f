package import AppearanceModel

/// A suggestion of thresholds and dwell times that would have spared the user corrections.
///
/// A correction is a choice against a decision of the light. Candidates are replayed in the same
/// engine on the recorded light, without the choices: so the settings alone are compared.
package struct ThresholdSuggestion: Equatable, Sendable {
    package var corrections: Int
    /// The number of corrections that the suggested settings make unnecessary.
    package var spared: Int
    /// The number of changes with the present settings, without any choice.
    package var changesBefore: Int
    package var changesAfter: Int
    /// The number of changes with the suggested settings that are reversed within 5 minutes.
    package var reversalsAfter: Int
    /// The present settings.
    package var before: AmbientSettings
    /// The suggested settings; the present ones if nothing is suggested.
    package var after: AmbientSettings
    /// The reason for which nothing is suggested; `nil` if something is.
    package var refusal: Refusal?

    package enum Refusal: Hashable, Sendable {
        case tooFew(corrections: Int, days: Int)
        /// The sensor reports percent of its range.
        case percent
        /// No candidate would spare enough corrections without new ones.
        case noGain
    }

    /// The fewest corrections, and the fewest days that have some.
    package static let (fewestCorrections, fewestDays) = (3, 2)
    /// The range of suggested thresholds between dark and light, in lux.
    package static let thresholdsLux = 10.0...1_000
    package static let longestDwell = Microseconds.minutes(5)

    /// Finds a suggestion for recordings, in the order of their time.
    package init(_ recordings: [RecordedCourse], from present: AmbientSettings) {
        let search = SuggestionSearch(recordings, from: present)
        corrections = search.corrections.count
        changesBefore = search.base.changes
        before = present
        var trial = search.base
        trial.spared = 0
        if corrections < Self.fewestCorrections || search.days < Self.fewestDays {
            refusal =
                search.hasPercent
                ? .percent : .tooFew(corrections: corrections, days: search.days)
        } else if let best = search.best {
            trial = best
        } else {
            refusal = .noGain
        }
        spared = trial.spared
        changesAfter = trial.changes
        reversalsAfter = trial.reversals
        after = trial.ambient
    }
}

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

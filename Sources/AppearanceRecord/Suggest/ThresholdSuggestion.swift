package import AppearanceModel

/// A suggestion of thresholds that would have spared the user corrections.
///
/// A correction is a choice against a decision of the light. The suggested pair has the fewest
/// corrections on the wrong side, the fewest decisions there that were left alone, and the fewest changes
/// that are reversed within minutes.
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
        /// The thresholds of night, or other settings, leave no valid pair.
        case noRoom
    }

    /// The fewest corrections, and the fewest days that have some.
    package static let (fewestCorrections, fewestDays) = (3, 2)
    /// The range of suggested thresholds between dark and light, in lux.
    package static let thresholdsLux = 10.0...1_000

    /// Makes a suggestion from courses, in the order of their time.
    package init(_ courses: [RecordedCourse], from present: AmbientSettings) {
        let found = courses.flatMap(\.corrections)
        let days = Set(found.map(\.day)).count
        var trial = SuggestionTrial(present, on: courses)
        corrections = found.count
        before = present
        changesBefore = trial.changes
        if found.count < Self.fewestCorrections || days < Self.fewestDays {
            refusal =
                courses.contains(where: \.hasPercent)
                ? .percent : .tooFew(corrections: found.count, days: days)
        } else if let best = ThresholdFit(courses).best(from: present) {
            trial = best
        } else {
            refusal = .noRoom
        }
        spared = refusal == nil ? trial.spared : 0
        changesAfter = trial.changes
        reversalsAfter = trial.reversals
        after = trial.ambient
    }
}

import AppearanceEngine
import AppearanceModel

/// The result of replaying all recordings with one candidate.
struct SuggestionTrial {
    var ambient: AmbientSettings
    var spared = 0
    /// The number of new corrections to be expected.
    var broken = 0.0
    var changes = 0
    var reversals = 0
    /// The distance from the fit and from the present settings, which decides between equals.
    var move = 0.0

    /// The order of candidates: by corrections spared, then by calm.
    var merit: Double {
        Double(spared) - broken - 0.5 * Double(reversals) - 0.02 * Double(changes) - 0.1 * move
    }
}

/// The search for settings that would have spared corrections.
struct SuggestionSearch {
    /// The time before a correction in which the appearance does not count as accepted.
    private static let reaction = Microseconds.minutes(15)
    /// The time around a correction in which the user is known to be there.
    private static let presence = Microseconds.hours(1)
    /// The number of decisions on one day and at one level that count as much as a choice.
    private static let decisionsPerChoice = 12.0
    /// The part of the corrections that a suggestion must spare, net, also on days left out.
    private static let leastGain = 0.5

    let present: AmbientSettings
    let corrections: [RecordedCourse.Judgement]
    let hasPercent: Bool
    let base: SuggestionTrial
    private let runs: [Run]
    private let evidence: [Evidence]

    private struct Run {
        var course: LightCourse
        var corrections: [RecordedCourse.Judgement]
        var accepted: [Accepted]
        /// The times of both, in order.
        var times: [BootTime]
    }

    private struct Accepted {
        var at: BootTime
        var evidence: Evidence
    }

    init(_ recordings: [RecordedCourse], from present: AmbientSettings) {
        self.present = present
        corrections = recordings.flatMap(\.corrections)
        hasPercent = recordings.contains(where: \.hasPercent)
        runs = recordings.map { recording in
            let accepted = Self.accepted(recording)
            return Run(
                course: recording.course, corrections: recording.corrections, accepted: accepted,
                times: (recording.corrections.map(\.at) + accepted.map(\.at)).sorted())
        }
        evidence =
            corrections.map { Evidence($0, .correction) } + runs.flatMap(\.accepted).map(\.evidence)
        base = Self.trial(present, runs)
    }

    // MARK: Evidence

    private static func accepted(_ recording: RecordedCourse) -> [Accepted] {
        let choices = recording.corrections
        var next = 0
        let found: [Accepted] = recording.decisions.compactMap { decision in
            while next < choices.count, choices[next].at < decision.at { next += 1 }
            let before = next < choices.count ? choices[next].at - decision.at : presence
            if before < reaction { return nil }
            let after = next > 0 ? decision.at - choices[next - 1].at : presence
            let isAttended = min(before, after) < presence
            return Accepted(
                at: decision.at, evidence: Evidence(decision, isAttended ? .decision : .unattended))
        }
        return weighted(found)
    }

    /// Gives the decisions of one day at one level together at most the weight of a choice, as they
    /// are one judgement.
    private static func weighted(_ decisions: [Accepted]) -> [Accepted] {
        struct Key: Hashable {
            var day: CivilDate
            var tone: Tone
            var tenth: Int
        }
        func key(_ item: Evidence) -> Key {
            Key(day: item.day, tone: item.tone, tenth: Int((item.level * 10).rounded(.down)))
        }
        let counts = Dictionary(decisions.map { (key($0.evidence), 1.0) }, uniquingKeysWith: +)
        return decisions.map { decision in
            var decision = decision
            decision.evidence.weight /= max(counts[key(decision.evidence)] ?? 1, decisionsPerChoice)
            return decision
        }
    }

    /// The number of days with corrections.
    var days: Int { Set(corrections.map(\.day)).count }

    // MARK: Candidates

    /// The best candidate; `nil` if none is worth a suggestion.
    var best: SuggestionTrial? {
        var trials = dwellCandidates(present).map { trial($0.ambient, move: $0.move) }
        let byThreshold = thresholdCandidates.map { trial($0.ambient, move: $0.move) }
            .sorted { $0.merit > $1.merit }
        trials += byThreshold
        for trial in byThreshold.prefix(3) {
            trials += dwellCandidates(trial.ambient).map {
                self.trial($0.ambient, move: $0.move + trial.move)
            }
        }
        return trials.filter(isAcceptable).max { $0.merit < $1.merit }
    }

    /// Whether a candidate spares enough, without more changes: a correction is two, the choice and
    /// its end.
    private func isAcceptable(_ trial: SuggestionTrial) -> Bool {
        let gain = Double(trial.spared) - trial.broken
        return gain >= max(1.5, Self.leastGain * Double(corrections.count))
            && trial.reversals <= base.reversals
            && trial.changes <= base.changes + 2 * trial.spared
    }

    /// Longer dwell times, for corrections of short changes of light.
    private func dwellCandidates(
        _ ambient: AmbientSettings
    ) -> [(ambient: AmbientSettings, move: Double)] {
        func longer(_ dwell: Microseconds, by factor: Int64) -> Microseconds {
            max(dwell, min(dwell * factor, ThresholdSuggestion.longestDwell))
        }
        return ([2, 4] as [Int64]).compactMap { factor in
            var next = ambient
            next.dwell.lightToDark = longer(ambient.dwell.lightToDark, by: factor)
            next.dwell.darkToLight = longer(ambient.dwell.darkToLight, by: factor)
            return next == ambient ? nil : (next, Double(factor))
        }
    }

    /// Thresholds around the level that fits the evidence, if it also fits days left out of the fit.
    private var thresholdCandidates: [(ambient: AmbientSettings, move: Double)] {
        let thresholds = present.thresholds
        let (low, high) = (LogLux(lux: thresholds.darkBelow), LogLux(lux: thresholds.lightAbove))
        let center = (low.value + high.value) / 2
        let ratio = clamped(thresholds.lightAbove / max(thresholds.darkBelow, 0.01))
        let range = centers(ratio: ratio)
        guard ThresholdFit.heldOutGain(evidence, from: center, in: range) >= Self.leastGain
        else { return [] }
        let fit = ThresholdFit.threshold(evidence, from: center, in: range)
        guard days >= fewestDays(toMove: abs(fit - center)) else { return [] }
        return [0, -0.1, 0.1].flatMap { shift in
            [1, 1.25, 1.5].compactMap { factor in
                self.thresholds(around: fit + shift, ratio: clamped(ratio * factor)).map {
                    ($0, abs(shift) * 10 + abs(factor - 1))
                }
            }
        }
    }

    /// The number of days with corrections that a move of the thresholds needs: a far one, in
    /// decades, is seldom right.
    private func fewestDays(toMove decades: Double) -> Int {
        decades < 0.45 ? ThresholdSuggestion.fewestDays : decades < 0.75 ? 3 : 4
    }

    private func clamped(_ ratio: Double) -> Double {
        let ratios = SuggestedThresholds.ratios
        return min(max(ratio, ratios.lowerBound), ratios.upperBound)
    }

    /// The middles of all thresholds that may be suggested.
    private func centers(ratio: Double) -> ClosedRange<Double> {
        let half = ratio.squareRoot()
        let low = LogLux(lux: SuggestedThresholds.lowest(present) * half).value
        let high = LogLux(lux: ThresholdSuggestion.thresholdsLux.upperBound / half).value
        return low...max(low, high)
    }

    /// Returns settings with thresholds around a level; `nil` if they are out of range.
    private func thresholds(around center: Double, ratio: Double) -> AmbientSettings? {
        SuggestedThresholds(present, around: LogLux(value: center).lux, ratio: ratio).map {
            var next = present
            next.thresholds.darkBelow = $0.darkBelow
            next.thresholds.lightAbove = $0.lightAbove
            return next
        }
    }

    // MARK: Trials

    private func trial(_ ambient: AmbientSettings, move: Double) -> SuggestionTrial {
        var trial = Self.trial(ambient, runs)
        trial.move = move
        return trial
    }

    private static func trial(_ ambient: AmbientSettings, _ runs: [Run]) -> SuggestionTrial {
        var trial = SuggestionTrial(ambient: ambient)
        var broken: [Evidence] = []
        for run in runs {
            let outcome = run.course.replay(ambient, at: run.times)
            trial.changes += outcome.changes
            trial.reversals += outcome.reversals
            let shown = outcome.appearances
            trial.spared += run.corrections.count { shown[$0.at]?.tone == $0.tone }
            broken += run.accepted.filter { shown[$0.at]?.tone != $0.evidence.tone }
                .map(\.evidence)
        }
        trial.broken = ThresholdFit.newCorrections(broken)
        return trial
    }
}

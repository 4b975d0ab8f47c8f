import AppearanceConfig
import AppearanceModel

/// The pair of thresholds that fits the judgements of the user best.
struct ThresholdFit {
    private static let ratios = [1.25, 1.4, 1.6, 1.8, 2, 2.3, 2.6, 3]
    /// The ratio of two thresholds between dark and light by default, which decides between equals.
    private static let usualRatio = 2.0
    /// The distance of the tried pairs, as a factor.
    private static let step = 1.05
    /// The cost of a decision that was left alone on the wrong side; that of a correction is 1.
    private static let uncorrectedCost = 0.02
    /// The cost of a change that is reversed within minutes.
    private static let reversalCost = 1.0

    private let courses: [RecordedCourse]
    private let judgements: [(lux: Double, tone: Tone, cost: Double)]

    init(_ courses: [RecordedCourse]) {
        self.courses = courses
        judgements =
            courses.flatMap(\.corrections).map { ($0.lux, $0.tone, 1) }
            + courses.flatMap(\.uncorrected).map { ($0.lux, $0.tone, Self.uncorrectedCost) }
    }

    /// Returns the best trial; `nil` if no pair is valid beside the other settings.
    func best(from present: AmbientSettings) -> SuggestionTrial? {
        var best: (cost: Double, trial: SuggestionTrial)?
        let pairs = Self.pairs(from: present).map { (cost: cost(of: $0), ambient: $0) }
        for pair in pairs.sorted(by: { $0.cost < $1.cost }) {
            // Reversals can only add to the cost.
            if let best, best.cost <= pair.cost { break }
            let trial = SuggestionTrial(pair.ambient, on: courses)
            let cost = pair.cost + Self.reversalCost * Double(trial.reversals)
            if best.map({ cost < $0.cost }) ?? true { best = (cost, trial) }
        }
        return best?.trial
    }

    /// Returns the cost of the judgements on the wrong side, half of it between the thresholds.
    private func cost(of ambient: AmbientSettings) -> Double {
        let (low, high) = (ambient.thresholds.darkBelow, ambient.thresholds.lightAbove)
        let tie = abs(high / low - Self.usualRatio) / 10_000
        return judgements.reduce(tie) { sum, item in
            let shown: Tone? = item.lux <= low ? .dark : item.lux >= high ? .light : nil
            return sum + (shown == item.tone ? 0 : shown == nil ? item.cost / 2 : item.cost)
        }
    }

    /// Returns the settings with each pair that a configuration may have.
    private static func pairs(from present: AmbientSettings) -> [AmbientSettings] {
        var configuration = Configuration()
        var pairs: [AmbientSettings] = []
        var center = ThresholdSuggestion.thresholdsLux.lowerBound
        while center <= ThresholdSuggestion.thresholdsLux.upperBound {
            for ratio in ratios {
                guard let pair = SuggestedThresholds(present, around: center, ratio: ratio)
                else { continue }
                configuration.ambient = present
                configuration.ambient.thresholds.darkBelow = pair.darkBelow
                configuration.ambient.thresholds.lightAbove = pair.lightAbove
                if configuration.isConsistent { pairs.append(configuration.ambient) }
            }
            center *= step
        }
        return pairs
    }
}

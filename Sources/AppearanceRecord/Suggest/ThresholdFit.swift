import AppearanceEngine
import AppearanceModel

/// A light level at which one side, light or dark, was right.
struct Evidence: Sendable {
    enum Origin: Sendable {
        /// A choice against a decision of the light.
        case correction
        /// A decision of the light that the user, who was there, did not correct.
        case decision
        /// A decision of the light, possibly without a person present.
        case unattended

        /// The probability that a person was present.
        fileprivate var presence: Double {
            switch self {
            case .correction, .decision: 1
            case .unattended: 0.35
            }
        }
    }

    var origin: Origin
    /// The day, which is left out as a whole to check a fit.
    var day: CivilDate
    /// The level in decades.
    var level: Double
    var tone: Tone
    /// The weight: 1 for a correction.
    var weight = 1.0

    init(_ judgement: RecordedCourse.Judgement, _ origin: Origin) {
        self.origin = origin
        day = judgement.day
        level = judgement.level.value
        tone = judgement.tone
    }

    /// Whether a threshold puts the level on the right side.
    func agrees(with threshold: Double) -> Bool {
        switch tone {
        case .light: level >= threshold
        case .dark: level < threshold
        }
    }
}

/// The threshold between dark and light that fits a set of evidence best.
///
/// People do not judge light exactly: the same person chooses at levels that differ by a half. So a
/// level close to the threshold costs a little on the right side too, and a level far on the wrong
/// side costs no more than in proportion: one film in bright light must not move the threshold far.
enum ThresholdFit {
    /// The scatter of a person's choices, in decades.
    static let scatter = 0.15
    /// The cost of a move, for each decade.
    private static let inertia = 3.0
    /// The highest cost of a correction on the wrong side.
    private static let highestLoss = 2.0
    private static let step = 0.01

    /// Returns the best threshold in decades, from a range.
    static func threshold(
        _ evidence: [Evidence], from present: Double, in range: ClosedRange<Double>
    ) -> Double {
        var best = (threshold: present, cost: Double.infinity)
        for threshold in stride(from: range.lowerBound, through: range.upperBound, by: step) {
            let cost = cost(of: threshold, evidence) + inertia * abs(threshold - present)
            if cost < best.cost { best = (threshold, cost) }
        }
        return best.threshold
    }

    static func cost(of threshold: Double, _ evidence: [Evidence]) -> Double {
        evidence.reduce(0) { sum, item in
            let distance = item.tone == .light ? item.level - threshold : threshold - item.level
            let loss = loss(distance / scatter)
            switch item.origin {
            case .correction: return sum + item.weight * min(loss, highestLoss)
            case .decision, .unattended:
                return sum + item.weight * item.origin.presence * min(loss, 1)
            }
        }
    }

    /// The loss for a distance on the right side, in units of the scatter: none from 1 on.
    private static func loss(_ distance: Double) -> Double {
        if distance >= 1 { return 0 }
        if distance <= -1 { return -distance }
        return (1 - distance) * (1 - distance) / 4
    }

    /// Returns the share of corrections that are spared on days that were left out of the fit, less
    /// the new ones that the fit causes there.
    static func heldOutGain(
        _ evidence: [Evidence], from present: Double, in range: ClosedRange<Double>
    ) -> Double {
        let corrections = evidence.count { $0.origin == .correction }
        guard corrections > 0 else { return 0 }
        var gain = 0.0
        for day in Set(evidence.map(\.day)) {
            let held = evidence.filter { $0.day == day }
            let others = evidence.filter { $0.day != day }
            let threshold = threshold(others, from: present, in: range)
            gain += Double(held.count { $0.origin == .correction && $0.agrees(with: threshold) })
            gain -= newCorrections(
                held.filter {
                    $0.origin != .correction && $0.agrees(with: present)
                        && !$0.agrees(with: threshold)
                })
        }
        return gain / Double(corrections)
    }

    /// Returns the number of new corrections to be expected if evidence becomes wrong: at most one a
    /// day, as a correction lasts for a while, and less if possibly no person is present.
    static func newCorrections(_ broken: [Evidence]) -> Double {
        Dictionary(grouping: broken, by: \.day).values.reduce(0) { sum, items in
            let sums = Dictionary(
                items.map { ($0.origin.presence, $0.weight) }, uniquingKeysWith: +)
            return sum + min(1, sums.reduce(0) { $0 + min($1.key, $1.value) })
        }
    }
}

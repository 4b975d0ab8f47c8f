import AppearanceEngine
import AppearanceModel
import AppearanceRecord

/// A random generator with a seed, so that a run can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number with the standard normal distribution: twelve uniform ones, less six.
    mutating func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}

/// A person with a threshold of their own between dark and light, who corrects the appearance.
struct Person: Occupant {
    /// The occasion on which the person judges the light again.
    enum Judgement: String, CaseIterable { case visit, hour, day }

    /// The way in which the person corrects.
    enum Habit: String, CaseIterable {
        /// By `toggle`, which lasts until the schedule next changes.
        case toggle
        /// By a mode for two hours.
        case twoHours
        /// By a mode without an end, and back to `auto` at the next visit.
        case untilVisit
    }

    /// The scatter of judgements in decades.
    static let scatter = 0.15
    /// The time for which a wrong appearance is tolerated.
    static let tolerance = 3

    let thresholdLux: Double
    let judgement: Judgement
    let habit: Habit
    private var generator: SeededGenerator
    private var bias = 0.0
    private var wasPresent = false
    private var lastHour = -1
    private var wrongMinutes = 0

    init(thresholdLux: Double, _ judgement: Judgement, _ habit: Habit, seed: Int) {
        self.thresholdLux = thresholdLux
        self.judgement = judgement
        self.habit = habit
        generator = SeededGenerator(seed)
    }

    mutating func look(
        _ snapshot: Snapshot, lux: Double, minute: Int, isPresent: Bool
    ) -> (events: [Event], isCorrection: Bool) {
        defer { wasPresent = isPresent }
        guard isPresent else {
            wrongMinutes = 0
            return ([], false)
        }
        let arrives = !wasPresent
        let hour = minute / 60
        let judgesAgain =
            switch judgement {
            case .visit: arrives
            case .hour: hour != lastHour
            case .day: hour / 24 != lastHour / 24 || lastHour < 0
            }
        lastHour = hour
        if judgesAgain { bias = generator.normal() * Self.scatter }
        if arrives, habit == .untilVisit, snapshot.mode != .auto {
            return ([.modeChosen(.auto, end: nil)], false)
        }
        let level = LogLux(lux: lux).value + bias
        let wanted: Tone = level < LogLux(lux: thresholdLux).value ? .dark : .light
        guard snapshot.appearance.tone != wanted else {
            wrongMinutes = 0
            return ([], false)
        }
        wrongMinutes += 1
        guard wrongMinutes >= Self.tolerance else { return ([], false) }
        wrongMinutes = 0
        let event: Event =
            switch habit {
            case .toggle: .toggled
            case .twoHours: .modeChosen(wanted.appearance.mode, end: .after(.hours(2)))
            case .untilVisit: .modeChosen(wanted.appearance.mode, end: nil)
            }
        return ([event], snapshot.mode == .auto)
    }
}

extension Appearance {
    /// The mode of the same name.
    fileprivate var mode: Mode {
        switch self {
        case .light: .light
        case .dark: .dark
        case .night: .night
        }
    }
}

import AppearanceEngine
import AppearanceModel

/// A person in a `Home`, who is less regular than a `Person`: indifferent near the threshold, with
/// another threshold in the evening, forgetful, patient or not, and sometimes with another reason.
struct Resident: Occupant {
    enum Habit: CaseIterable {
        case toggle, forAnHour, forFourHours, untilArrival, untilNextDay
    }

    /// The threshold between dark and light, in decades.
    private let threshold: Double
    /// The half of the range around it in which both are right.
    private let indifference: Double
    /// The shift of the threshold after 19 o'clock.
    private let eveningShift: Double
    /// The scatter of judgements.
    private let scatter: Double
    /// The minutes for which a wrong appearance is tolerated.
    private let patience: Int
    /// The probability that a wrong appearance stays uncorrected until the next judgement.
    private let laziness: Double
    /// The minutes after which the person judges again, besides at each arrival.
    private let renewal: Int
    /// The probability, for each evening, that the screen must be dark for another reason.
    private let films: Double
    private let habit: Habit

    private var random: SeededGenerator
    private var wasPresent = false
    private var bias = 0.0
    private var isBothered = true
    private var judgedAt = 0
    private var wrongMinutes = 0
    private var choiceDay: Int?
    private var filmDay = -1

    init(seed: Int) {
        random = SeededGenerator(seed &* 104_729 &+ 7)
        threshold = LogLux(lux: random.logarithmic(25...500)).value
        indifference = random.uniform(0...0.15)
        eveningShift = random.happens(0.3) ? random.uniform(-0.2...0.3) : 0
        scatter = random.uniform(0.05...0.2)
        patience = Int(random.logarithmic(2...20))
        laziness = random.uniform(0...0.6)
        renewal = Int(random.logarithmic(60...600))
        films = random.happens(0.3) ? random.uniform(0...0.15) : 0
        habit = random.one(of: Habit.allCases)
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
        let (day, hour) = (minute / 1440, minute % 1440 / 60)
        if arrives || minute - judgedAt >= renewal {
            bias = random.normal() * scatter
            isBothered = !random.happens(laziness)
            judgedAt = minute
        }
        if snapshot.mode != .auto, let choiceDay,
            habit == .untilArrival && arrives || habit == .untilNextDay && day > choiceDay
        {
            self.choiceDay = nil
            return ([.modeChosen(.auto, end: nil)], false)
        }
        if hour == 20, filmDay != day {
            filmDay = day
            if random.happens(films), snapshot.appearance == .light {
                return ([.modeChosen(.dark, end: .after(.hours(2)))], snapshot.mode == .auto)
            }
        }
        let level = LogLux(lux: lux).value + bias - threshold - (hour >= 19 ? eveningShift : 0)
        let isWrong =
            switch snapshot.appearance.tone {
            case .light: level < -indifference
            case .dark: level > indifference
            }
        wrongMinutes = isWrong && isBothered ? wrongMinutes + 1 : 0
        guard wrongMinutes >= patience else { return ([], false) }
        wrongMinutes = 0
        choiceDay = day
        let mode: Mode = level < 0 ? .dark : .light
        let event: Event =
            switch habit {
            case .toggle: .toggled
            case .forAnHour: .modeChosen(mode, end: .after(.hours(1)))
            case .forFourHours: .modeChosen(mode, end: .after(.hours(4)))
            case .untilArrival, .untilNextDay: .modeChosen(mode, end: nil)
            }
        return ([event], snapshot.mode == .auto)
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceRecord

extension Coordinates {
    /// Mons in Belgium, where the roof was measured.
    static let benchmark = Coordinates(latitudeDegrees: 50.45, longitudeDegrees: 3.95)
}

/// The first half of a person's days, which leads to a suggestion, and the second one with and
/// without it.
struct Outcome {
    let suggestion: ThresholdSuggestion
    /// The corrections in the first half, as the person counts them.
    let first: Int
    /// The corrections and reversals in the second half with the present settings, and with the
    /// suggested ones.
    var without = 0
    var with = 0
    var reversalsWithout = 0
    var reversalsWith = 0
    /// The reversals in the second half if nobody corrected: those of the light alone.
    var aloneWithout = 0
    var aloneWith = 0

    var isSuggested: Bool { suggestion.refusal == nil }

    static let settings = EngineSettings(Configuration(), place: .benchmark, zone: .utc)

    /// Lives through both halves; the suggestion is made from the run recording of the first half, or
    /// from its history.
    init(_ room: Room, _ person: some Occupant, fromRecording: Bool) throws {
        let settings = Self.settings
        let run = Run(room.half(false), person, settings, recorded: fromRecording)
        first = run.corrections
        let (history, _) =
            fromRecording
            ? try History.ofRun(run.recording) : (History(run.history), settings)
        suggestion = ThresholdSuggestion(
            [RecordedCourse(history, settings)], from: settings.ambient)
        let second = Run(room.half(true), person, settings)
        (without, reversalsWithout) = (second.corrections, second.reversals)
        (with, reversalsWith) = (without, reversalsWithout)
        guard isSuggested else { return }
        aloneWithout = Run(room.half(true), Nobody(), settings).reversals
        var accepted = settings
        accepted.ambient = suggestion.after
        let third = Run(room.half(true), person, accepted)
        (with, reversalsWith) = (third.corrections, third.reversals)
        aloneWith = Run(room.half(true), Nobody(), accepted).reversals
    }
}

/// No person.
private struct Nobody: Occupant {
    func look(
        _ snapshot: Snapshot, lux: Double, minute: Int, isPresent: Bool
    ) -> (events: [Event], isCorrection: Bool) { ([], false) }
}

import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Foundation
import Testing

/// Suggestions from recordings of a room whose light is read every ten seconds.
@Suite(.bounded) struct SuggestTests {
    private func suggestion(_ days: [RecordedRoom.Day]) throws -> ThresholdSuggestion {
        let course = try RecordedCourse(RecordedRoom.recording(days))
        return ThresholdSuggestion([course], from: course.lastAmbient)
    }

    private func suggestionOfHistory(_ days: [RecordedRoom.Day]) -> ThresholdSuggestion {
        let runs = RecordedCourse.runs(of: RecordedRoom.history(days), RecordedRoom.settings)
        return ThresholdSuggestion(runs, from: RecordedRoom.settings.ambient)
    }

    @Test func `three corrections to dark at one level raise both thresholds`() throws {
        let found = try suggestion(RecordedRoom.dimEvenings)
        #expect(found.refusal == nil)
        #expect(found.corrections == 3 && found.spared == 3)
        #expect(found.after.thresholds.lightAbove > 125)
        #expect(found.after.thresholds.darkBelow > 40)
        #expect(found.after.thresholds.lightAbove < 400, "a small move is enough")
        #expect(found.changesAfter <= found.changesBefore && found.reversalsAfter == 0)
    }

    @Test func `the history of the same evenings leads to a suggestion too`() throws {
        let found = suggestionOfHistory(RecordedRoom.dimEvenings)
        #expect(found.refusal == nil, "\(found)")
        #expect(found.corrections == 3 && found.spared == 3)
        #expect(found.after.thresholds.lightAbove > 125)
    }

    @Test func `the years between a clock that was wrong and the time are not searched`() throws {
        let history = RecordedRoom.history(RecordedRoom.dimEvenings)
        let first = try #require(history.changes.first)
        for wrong in [0, 4_000_000_000] {
            let time = WallTime(secondsSinceEpoch: Int64(wrong))
            let start = History.Change(at: time, status: first.status, isStart: true)
            let changes = history.changes.map { History.Change(at: $0.at, status: $0.status) }
            let levels = [History.Level(at: time, light: first.status.light)] + history.levels
            let lines = ([start] + changes).flatMap(\.line) + History.lines(of: levels)
            let runs = RecordedCourse.runs(
                of: History(lines + History.endLine(at: time)), RecordedRoom.settings)
            #expect(runs.map(\.startedAt) == [first.at])
            let found = ThresholdSuggestion(runs, from: RecordedRoom.settings.ambient)
            #expect(found == suggestionOfHistory(RecordedRoom.dimEvenings))
        }
    }

    @Test func `corrections to light lower both thresholds`() throws {
        let found = try suggestion(
            (0..<3).map { .init(lux: [10, 30], choose: .light, $0) })
        #expect(found.refusal == nil && found.spared == 3)
        #expect(found.after.thresholds.lightAbove <= 30)
        #expect(found.after.thresholds.darkBelow > 10, "a small move is enough")
    }

    @Test func `corrections of which each day contradicts the others lead to no suggestion`() throws
    {
        let found = try suggestion(
            (0..<2).map { .init(lux: [10, 120], choose: .dark, $0) }
                + (2..<4).map { .init(lux: [10, 30], choose: .light, $0) })
        #expect(found.corrections == 4)
        #expect(found.refusal == .noGain, "\(found)")
    }

    @Test func `two corrections, or three on one day, are too few`() throws {
        let two = try suggestion((0..<2).map { .init(lux: [30, 120], choose: .dark, $0) })
        #expect(two.refusal == .tooFew(corrections: 2, days: 2))
        #expect(two.after == two.before && two.changesAfter == two.changesBefore)
        let oneDay = try suggestion(
            [.init(lux: [30, 120, 30, 120, 30, 120], choose: .dark, 0)])
        #expect(oneDay.refusal == .tooFew(corrections: 3, days: 1))
    }

    @Test func `light that was accepted at the same level is not given up`() throws {
        let found = try suggestion(
            (0..<3).map { .init(lux: [30, 120], choose: .dark, $0) }
                + (3..<9).map { .init(lux: [30, 120, 120, 120, 120, 120, 120], $0) })
        #expect(found.refusal == .noGain)
    }

    @Test func `a choice at another level does not move the thresholds there`() throws {
        let found = try suggestion(
            RecordedRoom.dimEvenings + [.init(lux: [30, 900], choose: .dark, 4)])
        #expect(found.corrections == 4 && found.spared == 3)
        #expect(found.after.thresholds.lightAbove < 900)
    }

    @Test func `a choice that is reverted within a minute is no correction`() throws {
        let found = try suggestion(
            (0..<3).map { .init(lux: [30, 120], choose: .dark, $0, isUndone: true) })
        #expect(found.corrections == 0)
    }

    @Test func `thresholds stay in their range, however bright the corrections`() throws {
        let found = try suggestion((0..<5).map { .init(lux: [30, 2000], choose: .dark, $0) })
        #expect(found.after.thresholds.lightAbove <= 1_000)
    }

    @Test func `suggested thresholds are round, and within 10 and 1,000 lux`() throws {
        let settings = AmbientSettings()
        let bright = try #require(SuggestedThresholds(settings, around: 900, ratio: 3))
        #expect(bright.lightAbove == 1_000 && bright.darkBelow == 520)
        let dim = try #require(SuggestedThresholds(settings, around: 12, ratio: 3))
        #expect(dim.darkBelow == 10 && dim.lightAbove == 21)
        #expect(SuggestedThresholds(settings, around: 3, ratio: 2) == nil)
    }

    @Test func `thresholds move far only for corrections of several days`() throws {
        func found(_ lux: Double, _ days: Int64) throws -> ThresholdSuggestion {
            try suggestion(
                (0..<days).map { .init(lux: [30, lux, 30, lux], choose: .dark, $0) })
        }
        #expect(try found(200, 2).refusal == .noGain)
        #expect(try found(200, 3).refusal == nil)
        #expect(try found(400, 3).refusal == .noGain)
        #expect(try found(400, 4).refusal == nil)
    }

    @Test func `one long day in the same light counts as one judgement`() throws {
        let long = [30] + Array(repeating: 120.0, count: 18)
        let found = try suggestion(RecordedRoom.dimEvenings + [.init(lux: long, 3)])
        #expect(found.refusal == nil && found.spared == 3)
    }

    @Test func `a suggestion adds no more changes than the spared corrections are`() throws {
        func found(dips: Int) throws -> ThresholdSuggestion {
            let day = [30] + Array(repeating: [900.0, 45], count: dips).joined() + [900]
            return try suggestion(RecordedRoom.dimEvenings + [.init(lux: day, 3)])
        }
        let calm = try found(dips: 1)
        #expect(calm.refusal == nil && calm.changesAfter <= calm.changesBefore)
        #expect(try found(dips: 9).refusal == .noGain)
    }

    @Test func `a suggestion adds no change that is reversed within minutes`() throws {
        func found(dipMinutes: Int) throws -> ThresholdSuggestion {
            var day = RecordedRoom.Day(lux: [900, 900, 45, 900, 900], 3)
            day.minutesPerStep = dipMinutes
            return try suggestion(RecordedRoom.dimEvenings + [day])
        }
        #expect(try found(dipMinutes: 20).refusal == nil)
        #expect(try found(dipMinutes: 4).refusal == .noGain)
    }

    @Test func `the light of the minutes before a correction was not accepted`() throws {
        let found = try suggestion(
            [120, 120, 3_000, 3_000].enumerated().map { number, lux in
                var day = RecordedRoom.Day(lux: [30, lux], choose: .dark, Int64(number))
                day.minutesPerStep = 28
                return day
            })
        #expect(found.refusal == nil && found.corrections == 4 && found.spared == 2)
    }

    @Test func `a choice that expires within a minute does not count as reverted`() throws {
        let days = RecordedRoom.dimEvenings.map {
            var day = $0
            day.span = .seconds(45)
            return day
        }
        for found in [try suggestion(days), suggestionOfHistory(days)] {
            #expect(found.corrections == 3 && found.refusal == nil)
        }
    }

    @Test func `for a sensor that reports percent nothing is suggested`() throws {
        let found = try suggestion(
            (0..<3).map { (number: Int64) -> RecordedRoom.Day in
                var day = RecordedRoom.Day(lux: [1, 60], choose: .dark, number)
                day.unit = .percent
                return day
            })
        #expect(found.refusal == .percent && found.corrections == 0)
    }

    /// After a change that is meant, `APPEARANCE_WRITE_SNAPSHOTS=1` writes the file again.
    @Test func `the recording of dim evenings equals the shared fixture`() throws {
        let file = URL(filePath: "\(Repository.fixtures)/records/dim-evenings.jsonl")
        let recording = Data(RecordedRoom.recording(RecordedRoom.dimEvenings))
        if ProcessInfo.processInfo.environment["APPEARANCE_WRITE_SNAPSHOTS"] != nil {
            try recording.write(to: file)
        }
        #expect(try Data(contentsOf: file) == recording)
    }

    @Test(arguments: ReplayTests.records)
    func `every recorded run can be searched`(_ name: String) throws {
        let bytes = try Data(
            contentsOf: URL(filePath: "\(Repository.fixtures)/records/\(name)"))
        let course = try RecordedCourse(Array(bytes))
        let found = ThresholdSuggestion([course], from: course.lastAmbient)
        #expect(found.spared <= found.corrections)
    }

    /// The search computes a run minute by minute.
    @Test func `a run of centuries is refused`() throws {
        let recording = String(decoding: Samples.record, as: UTF8.self)
        let lines = recording.split(separator: "\n")
        let last = try #require(lines.last)
            .replacing(/"boot":\d+/, with: #""boot":900000000000000000"#)
        let text = (lines.dropLast() + [last[...]]).joined(separator: "\n") + "\n"
        let error = #expect(throws: LineError.self) { try RecordedCourse(Array(text.utf8)) }
        #expect(error?.line == lines.count)
        #expect(error?.problem == "this is more than a year after the start of the run")
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

@testable import AppearanceRecord

/// Suggestions from recordings of a room whose light is read every ten seconds.
@Suite(.bounded) struct SuggestTests {
    private func suggestion(_ days: [RecordedRoom.Day]) throws -> ThresholdSuggestion {
        try suggestion(ofRun: RecordedRoom.recording(days))
    }

    private func suggestion(ofRun recording: [UInt8]) throws -> ThresholdSuggestion {
        let (history, settings) = try History.ofRun(recording)
        return ThresholdSuggestion([RecordedCourse(history, settings)], from: settings.ambient)
    }

    private func suggestion(
        ofHistory history: History, _ settings: EngineSettings = RecordedRoom.settings
    ) -> ThresholdSuggestion {
        ThresholdSuggestion([RecordedCourse(history, settings)], from: settings.ambient)
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
        let found = suggestion(ofHistory: RecordedRoom.history(RecordedRoom.dimEvenings))
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
            let found = History(lines + History.endLine(at: time))
            #expect(suggestion(ofHistory: found) == suggestion(ofHistory: history))
        }
    }

    @Test func `corrections to light lower both thresholds`() throws {
        let found = try suggestion(
            (0..<3).map { .init(lux: [900, 30], choose: .light, $0) })
        #expect(found.refusal == nil && found.spared == 3)
        #expect(found.after.thresholds.lightAbove <= 30)
    }

    @Test func `two corrections, or three on one day, are too few`() throws {
        let two = try suggestion((0..<2).map { .init(lux: [30, 120], choose: .dark, $0) })
        #expect(two.refusal == .tooFew(corrections: 2, days: 2))
        #expect(two.after == two.before && two.changesAfter == two.changesBefore)
        let oneDay = try suggestion(
            [.init(lux: [30, 120, 30, 120, 30, 120], choose: .dark, 0)])
        #expect(oneDay.refusal == .tooFew(corrections: 3, days: 1))
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

    @Test func `corrections that contradict each other lead to a suggestion too`() throws {
        let found = try suggestion(
            (0..<2).map { .init(lux: [10, 120], choose: .dark, $0) }
                + (2..<4).map { .init(lux: [900, 30], choose: .light, $0) })
        #expect(found.corrections == 4 && found.refusal == nil, "\(found)")
    }

    @Test func `light that was left alone for days at the same level is not given up`() throws {
        func found(days: Int64) throws -> ThresholdSuggestion {
            try suggestion(
                RecordedRoom.dimEvenings
                    + (3..<3 + days).map {
                        var day = RecordedRoom.Day(lux: [30, 120, 120], $0)
                        day.minutesPerStep = 120
                        return day
                    })
        }
        #expect(try found(days: 2).after.thresholds.darkBelow > 120)
        #expect(try found(days: 9).after.thresholds.lightAbove <= 120)
    }

    @Test func `one choice in bright light that is otherwise left alone moves nothing there`()
        throws
    {
        var bright = RecordedRoom.Day(lux: [30, 900, 900, 900, 900, 900], 3)
        bright.minutesPerStep = 120
        let found = try suggestion(
            RecordedRoom.dimEvenings + [bright, .init(lux: [30, 900], choose: .dark, 4)])
        #expect(found.corrections == 4 && found.spared == 3)
        #expect(found.after.thresholds.lightAbove < 900)
    }

    @Test func `thresholds at which light swings within minutes are avoided`() throws {
        func found(dips: Int) throws -> ThresholdSuggestion {
            var day = RecordedRoom.Day(
                lux: [2_000] + Array(repeating: [2_000.0, 70], count: dips).joined() + [2_000], 3)
            day.minutesPerStep = 3
            return try suggestion(RecordedRoom.dimEvenings + [day])
        }
        #expect(try found(dips: 0).after.thresholds.darkBelow > 120)
        let swinging = try found(dips: 5)
        #expect(
            swinging.reversalsAfter == 0 && swinging.after.thresholds.darkBelow < 120,
            "\(swinging.after.thresholds)")
    }

    @Test func `the light of the quarter of an hour before a correction was not left alone`() throws
    {
        var day = RecordedRoom.Day(lux: [30, 120], choose: .dark, 0)
        func lightDecisions(minutesPerStep: Int) throws -> Int {
            day.minutesPerStep = minutesPerStep
            let (history, settings) = try History.ofRun(RecordedRoom.recording([day]))
            return RecordedCourse(history, settings).uncorrected.count { $0.tone == .light }
        }
        #expect(try lightDecisions(minutesPerStep: 28) == 0)
        #expect(try lightDecisions(minutesPerStep: 80) == 3)
    }

    @Test func `a suggestion is a configuration that can be read`() throws {
        var settings = RecordedRoom.settings
        settings.ambient.thresholds.nightAbove = 35
        let history = RecordedRoom.history(
            (0..<3).map { .init(lux: [900, 30], choose: .light, $0) })
        let found = suggestion(ofHistory: history, settings)
        #expect(found.refusal == nil && found.after.thresholds.darkBelow >= 35)
        settings.ambient.selfLight.light = 50
        let apart = suggestion(ofHistory: history, settings).after.thresholds
        #expect(apart.lightAbove - apart.darkBelow > 50, "else a constant light never settles")
        settings.ambient.thresholds.nightAbove = 990
        #expect(suggestion(ofHistory: history, settings).refusal == .noRoom)
    }

    @Test func `a history out of order is read once`() throws {
        let history = RecordedRoom.history(RecordedRoom.dimEvenings)
        let last = try #require(history.changes.last)
        let changes = history.changes.dropLast().reversed() + [last]
        let lines = changes.flatMap(\.line) + History.lines(of: history.levels)
        #expect(suggestion(ofHistory: History(lines)) == suggestion(ofHistory: history))
    }

    @Test func `a choice that expires within a minute does not count as reverted`() throws {
        let days = RecordedRoom.dimEvenings.map {
            var day = $0
            day.span = .seconds(45)
            return day
        }
        for found in [try suggestion(days), suggestion(ofHistory: RecordedRoom.history(days))] {
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
        let found = try suggestion(ofRun: Array(bytes))
        #expect(found.spared <= found.corrections)
    }

    /// The search computes a run minute by minute.
    @Test func `a run of centuries is refused`() throws {
        let recording = String(decoding: Samples.record, as: UTF8.self)
        let lines = recording.split(separator: "\n")
        let last = try #require(lines.last)
            .replacing(/"boot":\d+/, with: #""boot":900000000000000000"#)
        let text = (lines.dropLast() + [last[...]]).joined(separator: "\n") + "\n"
        let error = #expect(throws: LineError.self) { try History.ofRun(Array(text.utf8)) }
        #expect(error?.line == lines.count)
        #expect(error?.problem == "this is more than a year after the start of the run")
    }
}

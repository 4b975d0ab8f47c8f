import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// Random days of the engine on a virtual clock.
///
/// The test's argument is the seed; `scripts/test simulate SEED` runs it again, and
/// `appearancectl replay` shows its run recording.
@Suite(.bounded) struct EngineSimulationTests {
    private static let steps = 300

    @Test(arguments: Seeds.chosen(1...12))
    func `every invariant holds in a simulated day`(seed: UInt64) throws {
        let run = EngineRun(seed: seed)
        run.live(steps: Self.steps)
        #expect(run.steps.count == Self.steps || run.fault != nil)
        guard let fault = run.fault else { return }
        Issue.record("\(run.story(of: fault, seed: seed))\nrecord: \(try record(seed))")
    }

    @Test(arguments: Seeds.chosen(1...4))
    func `the same seed has the same effects`(seed: UInt64) {
        let runs = (0..<2).map { _ in EngineRun(seed: seed) }
        for run in runs { run.live(steps: 100) }
        #expect(runs[0].entries == runs[1].entries)
    }

    /// Writes the run recording of the last daemon of a run and returns its path.
    private func record(_ seed: UInt64) throws -> String {
        let run = EngineRun(seed: seed, recording: true)
        run.live(steps: Self.steps)
        let path = Repository.root + "/.build-test/simulated-\(seed).jsonl"
        try Data(run.records.last ?? []).write(to: URL(filePath: path))
        return path
    }
}

extension EngineRun {
    /// Returns the last steps and events before a violated invariant.
    func story(of fault: InvariantViolation, seed: UInt64) -> String {
        let steps = steps.suffix(12).map { "  \($0)" }
        let events = entries.suffix(12).map { entry in
            "  \(entry.at.boot.microsecondsSinceBoot) \(entry.at.wall.iso8601)"
                + " \("\(entry.event)".prefix(400))\n"
                + entry.effects.map { "      \($0)\n" }.joined()
        }
        return """
            seed \(seed), step \(self.steps.count): \(fault)
            \(steps.joined(separator: "\n"))
            \(events.joined(separator: "\n"))
            """
    }
}

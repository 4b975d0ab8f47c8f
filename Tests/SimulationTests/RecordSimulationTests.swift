import AppearanceRecord
import AppearanceTestSupport
import Testing

/// Random days, recorded and replayed.
@Suite(.bounded) struct RecordSimulationTests {
    @Test(arguments: Seeds.chosen(1...12))
    func `a recorded run is replayed with the same decisions`(seed: UInt64) throws {
        let run = EngineRun(seed: seed, recording: true)
        run.live(steps: 120)
        var events = 0
        for record in run.records {
            var replay = try Replay(record, program: "simulated")
            while let step = try replay.next() {
                events += 1
                #expect(step.differences == [], "seed \(seed), line \(step.line)")
            }
        }
        #expect(events == run.entries.count)
    }
}

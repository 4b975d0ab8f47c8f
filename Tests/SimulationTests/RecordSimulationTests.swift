import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Testing

/// Random days, recorded and replayed.
@Suite(.bounded) struct RecordSimulationTests {
    /// Seed 237 sets the clock beyond the calendar.
    @Test(arguments: Seeds.chosen(Array(1...12) + [237]))
    func `a recorded run is replayed with the same decisions`(seed: UInt64) throws {
        let run = EngineRun(seed: seed, recording: true)
        run.live(steps: 120)
        var rest = run.entries[...]
        for record in run.records {
            // The first line has the time of the start.
            let own = rest.prefix(record.count { $0 == UInt8(ascii: "\n") } - 1)
            rest = rest.dropFirst(own.count)
            let readable = own.prefix { $0.at.wall.isInCalendar }
            var events = 0
            do throws(LineError) {
                var replay = try Replay(record, program: "simulated")
                while let step = try replay.next() {
                    events += 1
                    #expect(step.differences == [], "seed \(seed), line \(step.line)")
                }
                #expect(readable.count == own.count, "seed \(seed)")
            } catch {
                // No clock shows such a time, which ends the file.
                #expect(readable.count < own.count, "seed \(seed), \(error)")
            }
            #expect(events == readable.count, "seed \(seed)")
        }
        #expect(rest.isEmpty)
    }
}

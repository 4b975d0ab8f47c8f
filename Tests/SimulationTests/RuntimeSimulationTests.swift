import AppearanceTestSupport
import Testing

/// The runtime through days that dice have drawn: its order, its socket, and subscribers that are
/// quick, slow or deaf.
@Suite(.bounded) struct RuntimeSimulationTests {
    /// Seed 380 ends beyond the calendar, on a day that began in it.
    @Test(arguments: Seeds.chosen(Array(1...12) + [380]))
    func `every invariant holds in a simulated run`(seed: UInt64) throws {
        let run = try RuntimeRun(seed: seed, in: try TestHome())
        try run.live(steps: 120)
        #expect(run.steps.count == 120 || run.fault != nil)
        if let fault = run.fault {
            let steps = run.steps.suffix(12).map { "  \($0)" }.joined(separator: "\n")
            Issue.record("seed \(seed), step \(run.steps.count): \(fault)\n\(steps)")
        }
    }
}

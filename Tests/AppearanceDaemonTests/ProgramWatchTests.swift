import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import EventLoop
import Linux
import Testing

@testable import AppearanceDaemon

/// The search for the programs that the configuration names.
@Suite(.bounded) struct ProgramWatchTests {
    /// The reports that the search has submitted.
    private final class Reports: RequestHandler {
        private(set) var reports: [PresenceReport] = []
        private(set) var ends = 0

        func forget() { reports = [] }

        let snapshot: Snapshot? = nil
        var rationale: Rationale { fatalError("nobody asks") }
        func listSensors(_ answer: @escaping ([SensorListing]) -> Void) { answer([]) }
        func leaveDesktop(_ answer: @escaping () -> Void) { answer() }
        func submit(_ event: Event) -> Rejection? {
            switch event {
            case .presence(PresenceClient.programs, let report): reports.append(report)
            case .presenceEnded(PresenceClient.programs): ends += 1
            default: Issue.record("\(event)")
            }
            return nil
        }
    }

    private let loop: EventLoop
    private let requests = Reports()
    private let watch: ProgramWatch

    init() throws {
        loop = try EventLoop()
        watch = ProgramWatch(PresenceReports(requests), on: loop, log: Log { _ in })
    }

    private func turnUntilReported() throws {
        let deadline = Deadline()
        while requests.reports.isEmpty {
            try deadline.check("a report")
            try loop.runOnce(timeout: 100_000)
        }
    }

    @Test(.row("M22")) func `an answer of the last wait counts no more`() throws {
        let ownName = try #require(ProcessTable.name(of: CurrentProcess.number))
        for _ in 0..<20 {
            watch.search(for: [ownName])
            watch.stop()
            watch.search(for: ["no-such-program"])
            try turnUntilReported()
            while try loop.runOnce(timeout: 0) {}
            #expect(requests.reports == [PresenceReport()])
            watch.stop()
            requests.forget()
        }
    }

    @Test func `one search goes on at a time, and ends with a report`() throws {
        let ownName = try #require(ProcessTable.name(of: CurrentProcess.number))
        for _ in 0..<20 { watch.search(for: ["no-such-program", ownName]) }
        try turnUntilReported()
        #expect(
            requests.reports == [PresenceReport(holders: [ChangeHolder(.programs, who: ownName)])])
        watch.stop()
        #expect(requests.ends == 1)
        watch.stop()
        #expect(requests.ends == 1)
    }
}

import AppearanceEngine
import AppearanceModel
import EventLoop
import Linux

/// Looks for the programs that the configuration names, on a thread, as there may be thousands of processes.
final class ProgramWatch {
    private let reports: PresenceReports
    private let loop: EventLoop
    private let log: Log
    /// The search that goes on, which ends with its release; and the names that it is for.
    private var search: (work: BackgroundWork<[String]>, programs: [String])?
    private var isReporting = false

    init(_ reports: PresenceReports, on loop: EventLoop, log: Log) {
        self.reports = reports
        self.loop = loop
        self.log = log
    }

    /// Looks for programs and reports the first that runs; a search for them that goes on is enough.
    func search(for programs: [String]) {
        if let search, search.programs == programs { return }
        do throws(IOError) {
            let work = try BackgroundWork("program-watch", on: loop) {
                ProcessTable.running(among: programs)
            } then: { [weak self] found in
                self?.search = nil
                self?.report(found)
            }
            search = (work, programs)
        } catch {
            log.notice("no change waits for programs: \(error)")
            report([])
        }
    }

    /// Ends the report; the answer of a search that goes on counts no more.
    func stop() {
        search = nil
        guard isReporting else { return }
        isReporting = false
        reports.end(PresenceClient.programs)
    }

    private func report(_ found: [String]) {
        isReporting = true
        let holders = found.prefix(1).map { ChangeHolder(.programs, who: $0) }
        reports.submit(PresenceReport(holders: holders), of: PresenceClient.programs)
    }
}

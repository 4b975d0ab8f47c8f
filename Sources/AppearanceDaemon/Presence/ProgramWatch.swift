import AppearanceEngine
import AppearanceModel
import EventLoop
import Linux

/// Looks for the programs that the configuration names, on a thread, as there may be thousands of processes.
final class ProgramWatch {
    private let reports: PresenceReports
    private let loop: EventLoop
    private let log: Log
    private let mailbox: Mailbox<[String]>
    private var delivery: MailboxDelivery<[String]>?

    init(_ reports: PresenceReports, on loop: EventLoop, log: Log) throws(IOError) {
        mailbox = try Mailbox()
        self.reports = reports
        self.loop = loop
        self.log = log
    }

    /// Looks for programs and reports the first that runs.
    func search(for programs: [String]) {
        do throws(IOError) {
            if delivery == nil {
                delivery = try MailboxDelivery(of: mailbox, on: loop) { [weak self] in
                    if let found = $0.last { self?.report(found) }
                }
            }
            _ = try BackgroundThread.start(name: "program-watch") { [mailbox] in
                mailbox.post(ProcessTable.running(among: programs))
            }
        } catch {
            log.notice("no change waits for programs: \(error)")
            report([])
        }
    }

    /// Ends the report; an answer that is still to come counts no more.
    func stop() {
        guard delivery != nil else { return }
        delivery = nil
        _ = mailbox.takeAll()
        reports.end(PresenceClient.programs)
    }

    private func report(_ found: [String]) {
        let holders = found.prefix(1).map { ChangeHolder(.programs, who: $0) }
        reports.submit(PresenceReport(holders: holders), of: PresenceClient.programs)
    }
}

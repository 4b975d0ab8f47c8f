import AppearanceModel
import DBus
import Linux

/// Follows the answer to a question while a program owns the name, and reports it.
///
/// Releasing it ends the report.
/// A service that hangs holds nothing, and no call starts one.
final class PresenceService {
    /// The time after which a service hangs.
    private static let answerLimit = Duration.seconds(2)

    private let question: PresenceQuestion
    private let connection: BusConnection
    private let reports: PresenceReports
    private let log: Log
    private var owner: Subscription?
    private var signals: Subscription?
    private var service: String?
    private var number: UInt32?
    /// Whether a call is open, and whether its answer will be old.
    private var asking: (isOpen: Bool, isOld: Bool) = (false, false)
    private var hasWarned = false

    var subject: String { question.subject }

    init(
        _ question: PresenceQuestion, on connection: BusConnection, _ reports: PresenceReports,
        log: Log
    ) {
        self.question = question
        self.connection = connection
        self.reports = reports
        self.log = log
        owner = connection.followOwner(of: question.name) { [weak self] in self?.follow($0) }
    }

    deinit {
        owner?.cancel()
        signals?.cancel()
        report(nil)
    }

    private func follow(_ service: String?) {
        self.service = service
        signals?.cancel()
        signals = nil
        asking = (false, false)
        hasWarned = false
        guard let service else { return report(nil) }
        let rule = MatchRule(sender: service, path: question.path)
        signals = connection.subscribe(to: rule) { [weak self] _ in self?.ask() }
        ask()
    }

    /// Asks for the present answer.
    func ask() {
        guard !asking.isOpen else { return asking.isOld = true }
        guard let service,
            let call = try? Message.call(
                to: service, path: question.path, interface: question.interface,
                member: question.member, question.body)
        else { return }
        asking = (true, false)
        connection.call(call, timeout: Self.answerLimit) { [weak self] result in
            guard let self, self.service == service else { return }
            let isOld = asking.isOld
            asking = (false, false)
            receive(result)
            if isOld { ask() }
        }
    }

    private func receive(_ result: BusConnection.Reply) {
        var problem = "its answer has another form"
        switch result {
        case .success(let answer):
            if let report = question.report(answer) {
                hasWarned = false
                return self.report(report)
            }
        case .failure(let error): problem = error.message
        }
        if !hasWarned {
            hasWarned = true
            log.notice(
                "\(question.name) tells nothing of \(subject), so no change waits for them:"
                    + " \(problem)")
        }
        report(nil)
    }

    private func report(_ report: PresenceReport?) { reports.replace(report, of: &number) }
}

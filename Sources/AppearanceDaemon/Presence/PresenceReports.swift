import AppearanceEngine
import AppearanceLimits
import AppearanceModel

/// The reports of the user's presence, of programs on D-Bus and the socket and of the daemon's own sources.
package final class PresenceReports {
    private let requests: any RequestHandler
    private var reporters: Set<UInt32> = []
    /// The programs among them; the daemon's own sources have no limit.
    private var callers: [UInt32: Caller] = [:]
    private var last = PresenceClient.lastOwn

    package init(_ requests: any RequestHandler) { self.requests = requests }

    /// Submits the report of a program in place of its last one; without a number it is a new reporter.
    func submit(_ report: PresenceReport, of number: UInt32?, by caller: Caller) -> Admission {
        if number == nil {
            guard callers.count < Limits.presenceReports else {
                return .tooMany(limit: Limits.presenceReports)
            }
            guard callers.values.count(where: { $0 == caller }) < Limits.presenceReportsPerProcess
            else { return .tooManyOfProcess(limit: Limits.presenceReportsPerProcess) }
        }
        let number = number ?? newNumber()
        callers[number] = caller
        submit(report, of: number)
        return .admitted(number)
    }

    /// Submits the report of one of the daemon's sources in place of its last one.
    func submit(_ report: PresenceReport, of number: UInt32) {
        _ = requests.submit(.presence(client: number, report))
    }

    private func newNumber() -> UInt32 {
        repeat {
            last = max(last &+ 1, PresenceClient.lastOwn + 1)
        } while reporters.contains(last)
        reporters.insert(last)
        return last
    }

    /// Submits the report of one of the daemon's sources, which keeps its number; `nil` ends its reports.
    func replace(_ report: PresenceReport?, of number: inout UInt32?) {
        if let report {
            let own = number ?? newNumber()
            number = own
            submit(report, of: own)
        } else if let ended = number {
            number = nil
            end(ended)
        }
    }

    /// Ends the reports of a reporter, and with them all that it held.
    func end(_ number: UInt32) {
        reporters.remove(number)
        callers[number] = nil
        _ = requests.submit(.presenceEnded(client: number))
    }
}

import AppearanceEngine
import AppearanceLimits
import AppearanceModel

/// The reports of the user's presence, of programs on D-Bus and the socket and of the daemon's own sources.
package final class PresenceReports {
    private let requests: any RequestHandler
    private var reporters: Set<UInt32> = []
    private var last = PresenceClient.lastOwn

    package init(_ requests: any RequestHandler) { self.requests = requests }

    /// Submits a report in place of the last one of its reporter.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - number: The number of the reporter; `nil` for a new one.
    /// - Returns: The number of the reporter; `nil` if there are too many of them.
    func submit(_ report: PresenceReport, of number: UInt32?) -> UInt32? {
        guard let number else {
            guard reporters.count < Limits.presenceReports else { return nil }
            repeat {
                last = max(last &+ 1, PresenceClient.lastOwn + 1)
            } while reporters.contains(last)
            reporters.insert(last)
            return submit(report, of: last)
        }
        _ = requests.submit(.presence(client: number, report))
        return number
    }

    /// Submits the report of one of the daemon's sources, which keeps its number; `nil` ends its reports.
    func replace(_ report: PresenceReport?, of number: inout UInt32?) {
        if let report {
            number = submit(report, of: number)
        } else if let ended = number {
            number = nil
            end(ended)
        }
    }

    /// Ends the reports of a reporter, and with them all that it held.
    func end(_ number: UInt32) {
        reporters.remove(number)
        _ = requests.submit(.presenceEnded(client: number))
    }
}

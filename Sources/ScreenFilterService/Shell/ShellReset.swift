internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The request for the original colours to the effects of all shells, which may show those of a filter
/// that is gone.
enum ShellReset {
    /// The result of a request.
    enum Outcome: Equatable {
        /// No effect shows colours of night, or none exists.
        case restored
        /// Another filter uses them.
        case isHeld
        /// The bus or these shells do not answer.
        case unanswered(String)
    }

    /// Requests the original colours, on a loop of its own.
    static func run(at address: String?, within timeout: Duration) -> Outcome {
        guard let address, let loop = try? EventLoop(),
            let connection = try? BusConnection(loop: loop, address: address),
            let timer = try? loop.timer(.monotonic, { loop.exit(0) })
        else { return .restored }
        defer { connection.close() }
        var outcome = Outcome.unanswered("the session bus")
        connection.onDisconnected = {
            outcome = .restored
            loop.exit(0)
        }
        // The effects serve only the owner of the name.
        connection.requestName(ShellEffect.filterName, flags: .doNotQueue) { result in
            switch result {
            case .success(.owner), .success(.alreadyOwner): break
            case .success(.exists), .success(.inQueue):
                outcome = .isHeld
                return loop.exit(0)
            // The bus refuses the name, or does not answer.
            case .failure: return loop.exit(0)
            }
            request(on: connection) { waiting in
                outcome =
                    waiting.isEmpty ? .restored : .unanswered(waiting.joined(separator: " and "))
                if waiting.isEmpty { loop.exit(0) }
            }
        }
        timer.arm(after: timeout)
        _ = try? loop.run()
        return outcome
    }

    /// Sends the requests, and reports the shells that have not answered, at first all.
    private static func request(
        on connection: BusConnection, _ report: @escaping ([String]) -> Void
    ) {
        var waiting = DesktopShell.allCases
        report(waiting.map(\.rawValue))
        for shell in DesktopShell.allCases {
            guard let message = try? shell.call(showing: .none, over: .zero) else { continue }
            // Without an effect, the bus itself answers.
            connection.call(message, timeout: nil) { _ in
                waiting.removeAll { $0 == shell }
                report(waiting.map(\.rawValue))
            }
        }
    }
}

import AppearanceKit
import AppearanceKitGLib
import AppearanceModel
import AppearanceProtocol
import DaemonClient
import Linux

/// The connection of the window to the daemon, which survives its restarts.
@MainActor final class ServiceClient {
    /// The time after which a daemon that has gone is reported; a restart takes less.
    private static let grace = Duration.seconds(2)
    /// The timeout of a call, in seconds; a daemon answers within milliseconds.
    private static let timeoutSeconds = 1

    /// The newest status; `nil` while no daemon runs.
    private(set) var status: Snapshot?
    /// The decision behind that status; `nil` while no daemon runs.
    private(set) var rationale: Rationale?
    /// The time of the reported level that decides; `nil` if none does.
    private(set) var reportedAt: WallTime?
    /// Whether the first status is still to come.
    var isConnecting: Bool { status == nil && connection?.isConnected ?? false }

    private var connection: StatusConnection?
    private var watch: GLibWatch?
    private let onChange: @MainActor () -> Void

    /// Follows the daemon of the session.
    ///
    /// - Parameter onChange: Called after each new status, and when the daemon has gone.
    /// - Throws: `AppearanceError` if the process has no descriptor left.
    init(onChange: @escaping @MainActor () -> Void) throws(AppearanceError) {
        self.onChange = onChange
        guard let socket = try? DaemonSocket.ofThisSession() else { return }
        let connection = try AppearanceError.following { () throws(IOError) in
            try StatusConnection(to: socket, light: true, grace: Self.grace)
        }
        let descriptor = connection.descriptor
        self.connection = consume connection
        watch = try GLibWatch(descriptor) { [weak self] in self?.process() }
        process()
    }

    private func process() {
        var isChanged = false
        while let event = connection?.nextEvent() {
            isChanged = true
            switch event {
            // An invalid status comes from an incompatible daemon.
            case .status(let json): status = try? Snapshot(json)
            case .lost: status = nil
            }
        }
        guard isChanged else { return }
        rationale = status == nil ? nil : explanation()
        reportedAt = rationale?.light.report.map { .now - $0.age }
        onChange()
    }

    /// Returns the decision of this moment, with the light behind it; `nil` if the daemon does not answer.
    func explanation() -> Rationale? {
        (try? reply(to: .explain))?["explanation"].flatMap { try? Rationale($0) }
    }

    /// Sends a request.
    ///
    /// - Throws: `DaemonError` if it is refused, or nobody answers.
    func send(_ request: Request) throws(DaemonError) { _ = try reply(to: request) }

    private func reply(to request: Request) throws(DaemonError) -> JSON {
        var connection = try DaemonConnection(to: .ofThisSession())
        return try connection.reply(to: request, withinSeconds: Self.timeoutSeconds)
    }
}

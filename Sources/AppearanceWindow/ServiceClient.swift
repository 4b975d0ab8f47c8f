import AppearanceKit
import AppearanceKitGLib
import AppearanceModel
import AppearanceProtocol
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
        let connection = try StatusConnection(to: socket, light: true, grace: Self.grace)
        let descriptor = connection.descriptor
        self.connection = consume connection
        watch = try GLibWatch(descriptor) { [weak self] in self?.process() }
        process()
    }

    private func process() {
        var isChanged = false
        while let event = nextEvent() {
            isChanged = true
            switch event {
            // An invalid status comes from an incompatible daemon.
            case .status(let json): status = try? Snapshot(json)
            case .lost: status = nil
            }
        }
        guard isChanged else { return }
        rationale = status == nil ? nil : try? Rationale(reply(to: .explain, "explanation"))
        onChange()
    }

    private func nextEvent() -> StatusConnection.Event? {
        while true {
            do { return try connection?.step() } catch {
                // It is retried later.
            }
        }
    }

    /// Sends a request.
    ///
    /// - Throws: `DaemonError` if it is refused, or nobody answers.
    func send(_ request: Request) throws(DaemonError) {
        var connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        try connection.send(Call(request))
        _ = try connection.receive(withinSeconds: Self.timeoutSeconds)
    }

    private func reply(to request: Request, _ member: String) throws -> JSON {
        var connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        try connection.send(Call(request))
        let reply = try connection.receive(withinSeconds: Self.timeoutSeconds)
        guard let value = reply[member] else { throw DaemonError.protocolViolation(member) }
        return value
    }
}

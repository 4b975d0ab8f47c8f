internal import AppearanceModel
internal import AppearanceProtocol
internal import Linux

/// Follows the daemon alone, and survives its restarts.
final class ServiceFollower: AppearanceSource {
    /// The time after which a missing daemon is reported.
    private static let grace = Duration.seconds(2)

    /// The newest status; light until the first one arrives.
    private(set) var status = AppearanceStatus.fallback

    /// The descriptor to watch for input before `process`; it never changes.
    let fileDescriptor: Int32

    /// The connection; `nil` if there can be no daemon.
    private var connection: StatusConnection?
    /// A set that is never ready, without a connection.
    private let silence: EpollSet?

    /// Follows the daemon at a socket; `nil` if there can be no daemon.
    init(socket: DaemonSocket?) throws(AppearanceError) {
        guard let socket else {
            let silence = try EpollSet.watching([])
            fileDescriptor = silence.rawValue
            self.silence = consume silence
            return
        }
        let connection = try StatusConnection(to: socket, grace: Self.grace)
        fileDescriptor = connection.descriptor
        self.connection = consume connection
        silence = nil
        process()
    }

    /// Whether the first status of a daemon may still come soon.
    var isWaiting: Bool {
        status.origin == .fallback && connection?.isConnected ?? false
    }

    /// Processes pending changes without blocking and returns the newest status; `nil` if
    /// unchanged.
    @discardableResult func process() -> AppearanceStatus? {
        let before = status
        while let event = nextEvent() {
            switch event {
            case .status(let json):
                // An invalid status comes from an incompatible daemon and is ignored.
                if let snapshot = try? Snapshot(json) { status = AppearanceStatus(snapshot) }
            case .lost: status.origin = .remembered
            }
        }
        return status == before ? nil : status
    }

    /// Returns the next event; `nil` if there is none now.
    private func nextEvent() -> StatusConnection.Event? {
        while true {
            do { return try connection?.step() } catch {
                // The connection retries later; the status is unchanged.
            }
        }
    }
}

extension DaemonSocket? {
    /// The socket of the session; `nil` without one.
    package static var ofThisSession: DaemonSocket? { try? .ofThisSession() }
}

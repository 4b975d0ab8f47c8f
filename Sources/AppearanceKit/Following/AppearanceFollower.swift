internal import AppearanceModel
internal import AppearanceProtocol

/// Follows the desktop's appearance from a main loop: one descriptor to watch, no thread.
///
/// ```swift
/// let follower = try AppearanceFollower()
/// apply(follower.status)
/// loop.watchInput(of: follower.fileDescriptor) {
///     if let status = follower.process() { apply(status) }
/// }
/// ```
///
/// The follower survives restarts of the daemon. If the daemon is gone for more than two seconds, the
/// status has the origin ``AppearanceStatus/Origin/remembered``. A follower belongs to the thread or
/// actor that created it.
public final class AppearanceFollower: AppearanceSource {
    /// The timeout of the first status.
    private static let timeout = Duration.seconds(1)
    /// The time after which a missing daemon is reported.
    private static let grace = Duration.seconds(2)

    /// The newest status; light until the first one arrives.
    public private(set) var status: AppearanceStatus

    /// The descriptor to watch for input before `process`; it never changes.
    ///
    /// Do not read, write or close it.
    public let fileDescriptor: Int32

    /// The connection; `nil` if there is nothing to follow.
    private var connection: StatusConnection?
    /// A stream that never becomes ready, without a connection.
    private let silence: EpollSet?

    /// Follows the daemon of this session.
    ///
    /// It returns with the current status at once, or after a second if the daemon hangs.
    public convenience init() throws(FollowError) {
        try self.init(socket: DaemonSocket?.ofThisSession)
    }

    /// Follows the daemon at a socket; `nil` if there can be no daemon.
    package init(socket: DaemonSocket?) throws(FollowError) {
        let fake = FakeAppearance.present
        status = fake.map { .environment($0) } ?? .fallback
        guard let socket, fake == nil else {
            let silence = try EpollSet()
            fileDescriptor = silence.number
            self.silence = consume silence
            return
        }
        let connection = try StatusConnection(to: socket, grace: Self.grace)
        fileDescriptor = connection.descriptor
        self.connection = consume connection
        silence = nil
        waitForFirst()
    }

    private func waitForFirst() {
        let deadline = ContinuousClock.now + Self.timeout
        while process() == nil, connection?.isConnected ?? false, deadline > .now {
            let left = (deadline - .now).inMilliseconds
            _ = try? wait(for: fileDescriptor, within: left, unlessHungUp: nil)
        }
    }

    /// Processes pending changes without blocking and returns the newest status; `nil` if
    /// unchanged.
    @discardableResult public func process() -> AppearanceStatus? {
        let before = status
        while let event = nextEvent() {
            switch event {
            case .status(let json):
                // An invalid status comes from an incompatible daemon and is ignored.
                if let snapshot = try? Snapshot(json) { status = AppearanceStatus(snapshot) }
            case .lost: status = status.remembered
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
    static var ofThisSession: DaemonSocket? { try? .ofThisSession() }
}

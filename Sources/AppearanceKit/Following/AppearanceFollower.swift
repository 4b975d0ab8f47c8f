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
/// When the service is restarted the follower goes on with the next one by itself; a service that
/// stays away for two seconds is told of as ``AppearanceStatus/Origin/remembered``. A follower that
/// nobody asks costs the service nothing. It belongs to the thread or the actor that made it.
public final class AppearanceFollower: AppearanceSource {
    /// How long a service may take over its first answer, or be away without a word of it.
    private static let patience = Duration.seconds(1)
    private static let grace = Duration.seconds(2)

    /// The newest status; light, where no service has been heard of yet.
    public private(set) var status: AppearanceStatus

    /// A descriptor that is readable when `process` has something to do; always the same.
    ///
    /// Only watch it, for input: reading, writing and closing are not yours.
    public let fileDescriptor: Int32

    /// Nil where there is nothing to follow.
    private var link: StatusConnection?
    /// What never becomes ready, in the place of a link.
    private let silence: ReadinessStream?

    /// Follows the service of this session.
    ///
    /// It returns with the present status at once, or within a second from a service that hangs.
    public convenience init() throws(FollowError) {
        try self.init(socket: DaemonSocket?.ofThisSession)
    }

    /// Follows the service at a socket; nil: there can be none.
    package init(socket: DaemonSocket?) throws(FollowError) {
        let fake = FakeAppearance.present
        status = fake.map { .environment($0) } ?? .fallback
        guard let socket, fake == nil else {
            let silence = try ReadinessStream()
            fileDescriptor = silence.number
            self.silence = consume silence
            return
        }
        let link = try StatusConnection(to: socket, grace: Self.grace)
        fileDescriptor = link.descriptor
        self.link = consume link
        silence = nil
        waitForFirst()
    }

    private func waitForFirst() {
        let deadline = ContinuousClock.now + Self.patience
        while process() == nil, link?.isConnected ?? false, deadline > .now {
            let left = (deadline - .now).inMilliseconds
            _ = try? wait(for: fileDescriptor, within: left, unlessHungUp: nil)
        }
    }

    /// Takes what has come, without waiting; returns the newest status if there is a new one.
    @discardableResult public func process() -> AppearanceStatus? {
        let before = status
        while let news = nextNews() {
            switch news {
            case .status(let json):
                // A status that cannot be read comes from a service of another kind: not followed.
                if let snapshot = try? Snapshot(json) { status = AppearanceStatus(snapshot) }
            case .lost: status = status.remembered
            }
        }
        return status == before ? nil : status
    }

    /// Nil when there is no more for now.
    private func nextNews() -> StatusConnection.Event? {
        while true {
            do { return try link?.step() } catch {
                // It is tried again in a while; what was known holds on.
            }
        }
    }
}

extension DaemonSocket? {
    /// The socket of the session that the environment speaks of; nil where there is no session.
    static var ofThisSession: DaemonSocket? { try? .ofThisSession() }
}

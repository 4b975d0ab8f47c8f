import AppearanceEngine
import AppearanceModel
import DBus

/// The user's sessions at this machine, and whether the sensor is read in one of them.
///
/// They are read one after another until one is in use, so that a user with one session costs one answer; the
/// others follow only while none of those that were read is in use.
///
/// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
final class LoginSessions {
    private static let interface = "org.freedesktop.login1.Session"
    private static let userInterface = "org.freedesktop.login1.User"
    /// The path that means no object in logind's answers.
    private static let none = "/"

    private struct Entry {
        let path: String
        /// Kept while the session is in the list.
        var subscription: Subscription?
        var answer = Answer.none
    }

    private enum Answer {
        case none
        case requested
        /// `nil` if the session has gone meanwhile.
        case received(LoginSession?)

        var session: LoginSession? {
            if case .received(let session) = self { session } else { nil }
        }
    }

    private let remote: LoginRemote
    private let user: LoginUser
    private let handler: (Event) -> Void
    private var userPath: String?
    private var userSubscription: Subscription?
    /// In the order in which they are read.
    private var entries: [Entry] = []
    private var reported: SessionUse?
    private var reportedIdle: Bool?

    /// Creates a list that is not read yet; how the sessions are used is reported then, and at each change.
    init(_ remote: LoginRemote, of user: LoginUser, handler: @escaping (Event) -> Void) {
        self.remote = remote
        self.user = user
        self.handler = handler
    }

    deinit {
        userSubscription?.cancel()
        for entry in entries { entry.subscription?.cancel() }
    }

    /// Reads the sessions, again after one has come or gone.
    ///
    /// Answers and signals of one logind arrive in the order in which it sent them, so the last one is true.
    func refresh() {
        let id = user.id
        remote.find("GetUser", { $0.uint32(id) }) { [weak self] path in
            guard let self else { return }
            guard let path else { return replace([]) }
            followUser(path)
            remote.getAll(of: path, Self.userInterface) { [weak self] properties in
                guard let self else { return }
                replace(paths(in: properties ?? [:]))
            }
        }
    }

    /// Follows the user's display session, which may change without a session coming or going.
    private func followUser(_ path: String) {
        guard path != userPath else { return }
        userPath = path
        userSubscription?.cancel()
        userSubscription = remote.followProperties(of: path, Self.userInterface) {
            [weak self] in if $0["Display"] != nil { self?.refresh() }
        }
    }

    /// Returns the paths of the user's sessions: first the one that started the daemon, then the display, which is
    /// probably in front.
    private func paths(in properties: [String: DBusValue]) -> [String] {
        var sessions: [(id: String?, path: String)] = []
        if let display = properties["Display"].flatMap(Self.session) { sessions = [display] }
        if case .array(_, let others)? = properties["Sessions"] {
            for case let other? in others.map(Self.session)
            where !sessions.contains(where: { $0.path == other.path }) {
                sessions.append(other)
            }
        }
        if let own = sessions.firstIndex(where: { $0.id != nil && $0.id == user.sessionID }) {
            sessions.insert(sessions.remove(at: own), at: 0)
        }
        return sessions.map(\.path)
    }

    /// Returns a session in the form `(so)`; `nil` for none.
    private static func session(_ value: DBusValue) -> (id: String?, path: String)? {
        guard case .structure(let members) = value,
            case .objectPath(let path)? = members.last, path != none
        else { return nil }
        return (members.first?.text, path)
    }

    /// Replaces the list; each session is read again, as logind does not signal that one is closing.
    private func replace(_ paths: [String]) {
        let previous = entries
        entries = paths.map { path in
            let subscription = previous.first { $0.path == path }?.subscription
            return Entry(path: path, subscription: subscription)
        }
        for entry in previous where !paths.contains(entry.path) { entry.subscription?.cancel() }
        proceed()
    }

    /// Reports a session that is in use, reads the next one, or reports that none is in use.
    private func proceed() {
        if sessions.contains(where: \.isInUse) { return report(.inUse) }
        for index in entries.indices {
            switch entries[index].answer {
            case .none: return read(index)
            case .requested: return
            case .received: break
            }
        }
        report(LoginSession.use(of: sessions))
    }

    private var sessions: [LoginSession] { entries.compactMap(\.answer.session) }

    private func read(_ index: Int) {
        entries[index].answer = .requested
        let path = entries[index].path
        // A signal after the answer is received by this; one before it is in the answer.
        if entries[index].subscription == nil {
            entries[index].subscription = remote.followProperties(of: path, Self.interface) {
                [weak self] in self?.update(path, $0)
            }
        }
        remote.getAll(of: path, Self.interface) { [weak self] properties in
            self?.record(path, properties.map(LoginSession.init))
        }
    }

    private func record(_ path: String, _ session: LoginSession?) {
        guard let index = entries.firstIndex(where: { $0.path == path }) else { return }
        entries[index].answer = .received(session)
        proceed()
    }

    private func update(_ path: String, _ properties: [String: DBusValue]) {
        guard let index = entries.firstIndex(where: { $0.path == path }),
            var session = entries[index].answer.session
        else { return }
        session.update(properties)
        entries[index].answer = .received(session)
        proceed()
    }

    private func report(_ use: SessionUse) {
        let isIdle = LoginSession.isIdle(sessions)
        if isIdle != reportedIdle {
            reportedIdle = isIdle
            let report = PresenceReport(isIdle: isIdle)
            handler(
                isIdle == nil
                    ? .presenceEnded(client: PresenceClient.login)
                    : .presence(client: PresenceClient.login, report))
        }
        guard use != reported else { return }
        reported = use
        handler(.sessionUse(use))
    }
}

/// The user whose sessions are followed.
struct LoginUser: Equatable, Sendable {
    var id: UInt32
    /// The session that started the daemon; `nil` if none did.
    var sessionID: String?
}

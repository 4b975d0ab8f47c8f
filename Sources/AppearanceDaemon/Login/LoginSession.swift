import DBus

/// The user's session: which it is, and whether it is visible.
///
/// It is the session that started the daemon, if one did, else the one that logind calls the user's
/// display. A session of another class than a user's is ignored: that of a user's service manager
/// has no seat, and so is always active.
final class LoginSession {
    private static let interface = "org.freedesktop.login1.Session"
    private static let userInterface = "org.freedesktop.login1.User"
    /// The path that means no object in logind's answers.
    private static let none = "/"

    private let remote: LoginRemote
    private let user: LoginUser
    private let handler: (Bool) -> Void
    private var path: String?
    private var userPath: String?
    private var subscription: Subscription?
    private var userSubscription: Subscription?
    private var isActive = true
    private var isLocked = false
    /// The number of the last question; answers to earlier ones are ignored.
    private var question = 0

    /// Creates a session that is not chosen yet; whether it is in use is reported then.
    init(_ remote: LoginRemote, of user: LoginUser, handler: @escaping (Bool) -> Void) {
        self.remote = remote
        self.user = user
        self.handler = handler
    }

    deinit {
        subscription?.cancel()
        userSubscription?.cancel()
    }

    /// Finds the session, after sessions have come or gone.
    func choose() {
        question += 1
        guard let id = user.sessionID else { return chooseDisplay() }
        ask { remote, answer in
            remote.find("GetSession", { $0.string(id) }, answer)
        } then: { login, path in
            guard let path else { return login.chooseDisplay() }
            login.ask { remote, answer in
                remote.getAll(of: path, Self.interface, answer)
            } then: { login, properties in
                let isUsers = properties?["Class"]?.text?.hasPrefix("user") == true
                isUsers ? login.follow(path) : login.chooseDisplay()
            }
        }
    }

    private func chooseDisplay() {
        let id = user.id
        ask { remote, answer in
            remote.find("GetUser", { $0.uint32(id) }, answer)
        } then: { login, path in
            guard let path else { return login.follow(nil) }
            login.followUser(path)
            login.ask { remote, answer in
                remote.getAll(of: path, Self.userInterface, answer)
            } then: { login, properties in
                login.follow(properties.flatMap(Self.display))
            }
        }
    }

    /// Follows the user's display session, which may change without a session coming or going.
    private func followUser(_ path: String) {
        guard path != userPath else { return }
        userPath = path
        userSubscription?.cancel()
        userSubscription = remote.followProperties(of: path, Self.userInterface) {
            [weak self] in if $0["Display"] != nil { self?.choose() }
        }
    }

    private static func display(_ properties: [String: DBusValue]) -> String? {
        guard case .structure(let display)? = properties["Display"],
            case .objectPath(let path)? = display.last, path != none
        else { return nil }
        return path
    }

    private func follow(_ next: String?) {
        guard let next else {
            path = nil
            subscription?.cancel()
            subscription = nil
            return update(isActive: true, isLocked: false)
        }
        if next != path {
            path = next
            subscription?.cancel()
            subscription = remote.followProperties(of: next, Self.interface) { [weak self] in
                self?.read($0)
            }
        }
        ask { remote, answer in
            remote.getAll(of: next, Self.interface, answer)
        } then: { login, properties in
            // An unknown session counts as active and unlocked.
            login.update(
                isActive: properties?["Active"]?.flag ?? true,
                isLocked: properties?["LockedHint"]?.flag ?? false)
        }
    }

    private func read(_ properties: [String: DBusValue]) {
        update(
            isActive: properties["Active"]?.flag ?? isActive,
            isLocked: properties["LockedHint"]?.flag ?? isLocked)
    }

    private func update(isActive: Bool, isLocked: Bool) {
        self.isActive = isActive
        self.isLocked = isLocked
        handler(isActive && !isLocked)
    }

    /// Asks logind a question whose answer is used only if no other has been asked since.
    private func ask<Reply>(
        _ question: (LoginRemote, @escaping (Reply) -> Void) -> Void,
        then: @escaping (LoginSession, Reply) -> Void
    ) {
        let number = self.question
        question(remote) { [weak self] answer in
            guard let self, number == self.question else { return }
            then(self, answer)
        }
    }
}

/// The user whose session is looked for.
struct LoginUser: Equatable, Sendable {
    var id: UInt32
    /// The session that started the daemon; `nil` if none did.
    var sessionID: String?
}

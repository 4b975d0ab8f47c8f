import DBus

/// The user's session: which it is, and whether anybody sees it.
///
/// It is the session that the service was started from, where it was started from one, else the one
/// that logind calls the user's display. A session of another class than a user's counts for
/// nothing: that of a user's service manager has no seat, and so is always in front.
final class LoginSession {
    private static let interface = "org.freedesktop.login1.Session"
    private static let userInterface = "org.freedesktop.login1.User"
    /// What stands for no object in logind's answers.
    private static let none = "/"

    private let remote: LoginRemote
    private let user: LoginUser
    private let tell: (Bool) -> Void
    private var path: String?
    private var userPath: String?
    private var subscription: Subscription?
    private var userSubscription: Subscription?
    private var isActive = true
    private var isLocked = false
    /// Answers to an older question are dropped.
    private var question = 0

    /// A session that has yet to be chosen; whether it is in use is told then.
    init(_ remote: LoginRemote, of user: LoginUser, tell: @escaping (Bool) -> Void) {
        self.remote = remote
        self.user = user
        self.tell = tell
    }

    deinit {
        subscription?.cancel()
        userSubscription?.cancel()
    }

    /// Finds out which session it is, now that sessions have come or gone.
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

    /// The user's display session may become another one without a session coming or going.
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
            return note(isActive: true, isLocked: false)
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
            // What is not known counts as in front and unlocked, whatever the last session was.
            login.note(
                isActive: properties?["Active"]?.flag ?? true,
                isLocked: properties?["LockedHint"]?.flag ?? false)
        }
    }

    private func read(_ properties: [String: DBusValue]) {
        note(
            isActive: properties["Active"]?.flag ?? isActive,
            isLocked: properties["LockedHint"]?.flag ?? isLocked)
    }

    private func note(isActive: Bool, isLocked: Bool) {
        self.isActive = isActive
        self.isLocked = isLocked
        tell(isActive && !isLocked)
    }

    /// Asks logind something whose answer counts only while nothing else has been asked since.
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

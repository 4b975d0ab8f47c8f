import AppearanceEngine
import DBus

/// One logind, by the name that nobody else can have; letting go of it ends the following.
///
/// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
final class Login {
    /// The name under which logind is found.
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let interface = "org.freedesktop.login1.Manager"
    static let properties = "org.freedesktop.DBus.Properties"

    /// What it tells.
    enum News {
        /// It has answered for the first time.
        case answered
        /// Something happened.
        case event(Event)
    }

    private let remote: LoginRemote
    private let tell: (News) -> Void
    private var subscriptions: [Subscription] = []
    private var session: LoginSession?

    /// Follows the logind of a unique name, and tells of the present state first.
    init(
        _ owner: String, on bus: BusConnection, of user: LoginUser,
        tell: @escaping (News) -> Void
    ) {
        remote = LoginRemote(owner: owner, bus: bus)
        self.tell = tell
        session = LoginSession(remote, of: user) { tell(.event(.sessionInUse($0))) }
        subscriptions = [
            remote.subscribe(to: Self.path, Self.interface) { [weak self] in self?.hear($0) },
            remote.followProperties(of: Self.path, Self.interface) { [weak self] in
                self?.read($0)
            },
            followUPower(on: bus),
        ].compactMap { $0 }
        remote.getAll(of: Self.path, Self.interface) { [weak self] properties in
            guard let self else { return }
            tell(.answered)
            guard let properties else { return }
            read(properties)
            if properties["PreparingForSleep"]?.flag == true { tell(.event(.suspending)) }
        }
        session?.choose()
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    private func hear(_ signal: Message) {
        switch signal.member {
        case "PrepareForSleep":
            guard let begins = (try? signal.arguments())?.first?.flag else { return }
            tell(.event(begins ? .suspending : .suspendEnded))
        case "SessionNew", "SessionRemoved": session?.choose()
        default: break
        }
    }

    private func read(_ properties: [String: DBusValue]) {
        guard let isClosed = properties["LidClosed"]?.flag else { return }
        tell(.event(.lidClosed(isClosed)))
    }

    /// Has UPower be the bell at which logind is asked: before systemd 256 it knew of the lid, and
    /// did not speak of it.
    private func followUPower(on bus: BusConnection) -> Subscription {
        let upower = "org.freedesktop.UPower"
        let rule = MatchRule(
            sender: upower, path: "/org/freedesktop/UPower", interface: Self.properties,
            member: "PropertiesChanged", firstArgument: upower)
        return bus.subscribe(to: rule) { [weak self] signal in
            guard LoginRemote.changes(in: signal)["LidIsClosed"] != nil else { return }
            self?.remote.getAll(of: Self.path, Self.interface) { self?.read($0 ?? [:]) }
        }
    }
}

import AppearanceEngine
import DBus

/// One logind, by its unique name; releasing it ends the subscription.
///
/// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
final class Login {
    /// The well-known name of logind.
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let interface = "org.freedesktop.login1.Manager"

    /// A change that is reported.
    enum Change {
        /// logind has answered for the first time.
        case answered
        /// An event for the engine.
        case event(Event)
    }

    private let remote: LoginRemote
    private let handler: (Change) -> Void
    private var subscriptions: [Subscription] = []
    private var sessions: LoginSessions?

    /// Follows the logind of a unique name, and reports the current state first.
    init(
        _ owner: String, on bus: BusConnection, of user: LoginUser,
        handler: @escaping (Change) -> Void
    ) {
        remote = LoginRemote(owner: owner, bus: bus)
        self.handler = handler
        sessions = LoginSessions(remote, of: user) { handler(.event($0)) }
        subscriptions = [
            remote.subscribe(to: Self.path, Self.interface) { [weak self] in self?.receive($0) },
            remote.followProperties(of: Self.path, Self.interface) { [weak self] in
                self?.read($0)
            },
            followUPower(on: bus),
        ].compactMap { $0 }
        remote.getAll(of: Self.path, Self.interface) { [weak self] properties in
            guard let self else { return }
            handler(.answered)
            guard let properties else { return }
            read(properties)
            if properties["PreparingForSleep"]?.flag == true { handler(.event(.suspending)) }
        }
        sessions?.refresh()
    }

    deinit { for subscription in subscriptions { subscription.cancel() } }

    private func receive(_ signal: Message) {
        switch signal.member {
        case "PrepareForSleep":
            guard let begins = (try? signal.arguments())?.first?.flag else { return }
            handler(.event(begins ? .suspending : .suspendEnded))
        case "SessionNew", "SessionRemoved": sessions?.refresh()
        default: break
        }
    }

    private func read(_ properties: [String: DBusValue]) {
        guard let isClosed = properties["LidClosed"]?.flag else { return }
        handler(.event(.lidClosed(isClosed)))
    }

    /// Reads logind's state when UPower reports the lid: before systemd 256, logind knew the lid
    /// but did not signal it.
    private func followUPower(on bus: BusConnection) -> Subscription {
        let upower = "org.freedesktop.UPower"
        let rule = MatchRule(
            sender: upower, path: "/org/freedesktop/UPower", interface: Message.propertiesInterface,
            member: "PropertiesChanged", firstArgument: upower)
        return bus.subscribe(to: rule) { [weak self] signal in
            guard LoginRemote.changes(in: signal)["LidIsClosed"] != nil else { return }
            self?.remote.getAll(of: Self.path, Self.interface) { self?.read($0 ?? [:]) }
        }
    }
}

/// The objects of one logind, addressed by its unique name only.
///
/// No call has a timeout: a logind that hangs reports its state when it continues.
struct LoginRemote {
    /// The unique name of logind's connection.
    let owner: String
    let bus: BusConnection

    /// Subscribes to the signals of an object's interface.
    func subscribe(
        to path: String, _ interface: String, _ handler: @escaping (Message) -> Void
    ) -> Subscription {
        bus.subscribe(to: MatchRule(sender: owner, path: path, interface: interface), handler)
    }

    /// Follows the properties of an object: those that changed, with their values.
    func followProperties(
        of path: String, _ interface: String, _ handler: @escaping ([String: DBusValue]) -> Void
    ) -> Subscription {
        let rule = MatchRule(
            sender: owner, path: path, interface: Message.propertiesInterface,
            member: "PropertiesChanged",
            firstArgument: interface)
        return bus.subscribe(to: rule) { signal in
            let changes = Self.changes(in: signal)
            guard changes.values.contains(nil) else {
                return handler(changes.compactMapValues(\.self))
            }
            // Some are only reported as invalidated.
            getAll(of: path, interface) { handler($0 ?? [:]) }
        }
    }

    /// Returns the properties in a `PropertiesChanged`; `nil` for a value that it does not contain.
    static func changes(in signal: Message) -> [String: DBusValue?] {
        guard let arguments = try? signal.arguments(), arguments.count >= 3 else { return [:] }
        var changes: [String: DBusValue?] = [:]
        for (name, value) in arguments[1].properties ?? [:] { changes[name] = .some(value) }
        for name in arguments[2].strings ?? [] { changes.updateValue(nil, forKey: name) }
        return changes
    }

    /// Reads every property of an object's interface; `nil` if there is no such object.
    func getAll(
        of path: String, _ interface: String, _ answer: @escaping ([String: DBusValue]?) -> Void
    ) {
        call(path, Message.propertiesInterface, "GetAll", { $0.string(interface) }) {
            answer($0?.first?.properties)
        }
    }

    /// Asks the manager for the path of an object; `nil` if there is no such object.
    func find(
        _ method: String, _ body: @escaping Message.Body, _ answer: @escaping (String?) -> Void
    ) {
        call(Login.path, Login.interface, method, body) {
            guard case .objectPath(let path)? = $0?.first else { return answer(nil) }
            answer(path)
        }
    }

    private func call(
        _ path: String, _ interface: String, _ member: String, _ body: @escaping Message.Body,
        _ answer: @escaping ([DBusValue]?) -> Void
    ) {
        guard
            let message = try? Message.call(
                to: owner, path: path, interface: interface, member: member, body)
        else { return answer(nil) }
        bus.call(message, timeout: nil) { result in
            if case .success(let values) = result { answer(values) } else { answer(nil) }
        }
    }
}

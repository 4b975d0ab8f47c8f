import DBus

/// The objects of one logind, asked and heard by its unique name only.
///
/// No answer is given up: a logind that hangs says how things are when it goes on.
struct LoginRemote {
    /// The unique name of the connection that is logind.
    let owner: String
    let bus: BusConnection

    /// Receives the signals of an interface of an object.
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
            sender: owner, path: path, interface: Login.properties, member: "PropertiesChanged",
            firstArgument: interface)
        return bus.subscribe(to: rule) { signal in
            let changes = Self.changes(in: signal)
            guard changes.values.contains(nil) else {
                return handler(changes.compactMapValues(\.self))
            }
            // Some are only said to be no longer what they were.
            getAll(of: path, interface) { handler($0 ?? [:]) }
        }
    }

    /// What a `PropertiesChanged` speaks of; nil for a value that it does not tell.
    static func changes(in signal: Message) -> [String: DBusValue?] {
        guard let arguments = try? signal.arguments(), arguments.count >= 3 else { return [:] }
        var changes: [String: DBusValue?] = [:]
        for (name, value) in arguments[1].properties ?? [:] { changes[name] = .some(value) }
        for name in arguments[2].strings ?? [] { changes.updateValue(nil, forKey: name) }
        return changes
    }

    /// Every property of an interface of an object; nil where there is no such object.
    func getAll(
        of path: String, _ interface: String, _ answer: @escaping ([String: DBusValue]?) -> Void
    ) {
        call(path, Login.properties, "GetAll", { $0.string(interface) }) {
            answer($0?.first?.properties)
        }
    }

    /// Asks the manager for the path of an object; nil where there is no such object.
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

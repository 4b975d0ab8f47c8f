import CDBus

extension BusConnection {
    /// Asks for a bus name; the answer comes in a later turn of the loop.
    package func requestName(
        _ name: String, flags: NameFlags,
        answer: @escaping (Result<NameOwnership, DBusError>) -> Void
    ) {
        let body: Message.Body = {
            $0.string(name)
            $0.uint32(flags.rawValue)
        }
        ask("RequestName", body) { result in
            answer(
                result.flatMap { values in
                    guard case .uint32(let number)? = values.first else {
                        return .failure(.failed("the bus did not say who owns \(name)"))
                    }
                    return Result { () throws(DBusError) in try Self.ownership(of: name, number) }
                })
        }
    }

    /// Gives a bus name back, or leaves the queue for it.
    package func releaseName(_ name: String) {
        ask("ReleaseName", { $0.string(name) }) { _ in }
    }

    /// Follows who owns a bus name: who does now, and who does each time that changes.
    ///
    /// The handler gets the unique name of the owner, or nil for none; first in a later turn of the
    /// loop, then on every change. A unique name can be followed too: its owner is itself until it
    /// leaves the bus, even if it has left already. When the bus is gone, so is every owner; when
    /// the connection is opened again, it is asked anew who owns the name.
    @discardableResult
    package func followOwner(
        of name: String, _ handler: @escaping (String?) -> Void
    ) -> Subscription {
        var known: String??
        let report = { (owner: String?) in
            guard known != .some(owner) else { return }
            known = .some(owner)
            handler(owner)
        }
        let subscription = subscribe(to: .ownerChange(of: name)) { signal in
            guard let owner = (try? signal.arguments())?.last?.text else { return }
            report(owner.isEmpty ? nil : owner)
        }
        let ask = { [weak self, weak subscription] in
            guard let self, let subscription else { return }
            askOwner(of: name, for: subscription, report)
        }
        subscription.onLoss = { report(nil) }
        subscription.onJoin = ask
        ask()
        return subscription
    }

    /// Asks for the process behind a name; `nil` if the bus does not know it.
    package func findProcess(of name: String, _ answer: @escaping (UInt32?) -> Void) {
        ask("GetConnectionUnixProcessID", { $0.string(name) }) { result in
            guard case .success(let values) = result, case .uint32(let process)? = values.first
            else { return answer(nil) }
            answer(process)
        }
    }

    /// Asks who owns a name; as the bus answers in order, that is who does just after the
    /// subscription took hold.
    private func askOwner(
        of name: String, for subscription: Subscription, _ report: @escaping (String?) -> Void
    ) {
        ask("GetNameOwner", { $0.string(name) }) { [weak subscription] result in
            guard let subscription, subscription.isActive else { return }
            switch result {
            case .success(let values): report(values.first?.text)
            case .failure(let error): if error.name == Self.noOwner { report(nil) }
            }
        }
    }

    /// Tells the owner of this connection when a name of ours has come or gone.
    func noticeNameChange(_ signal: Message) {
        guard signal.sender == MessageBus.name, signal.interface == MessageBus.interface else {
            return
        }
        let handler: ((String) -> Void)?
        switch signal.member {
        case "NameAcquired": handler = onNameAcquired
        case "NameLost": handler = onNameLost
        default: return
        }
        guard let name = (try? signal.arguments())?.first?.text, MessageBus.isWellKnown(name) else {
            return
        }
        handler?(name)
    }

    private static let noOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"

    private static func ownership(
        of name: String, _ number: UInt32
    ) throws(DBusError) -> NameOwnership {
        guard let ownership = NameOwnership(rawValue: number) else {
            throw .failed("the bus answered \(number) when asked for the name \(name)")
        }
        return ownership
    }
}

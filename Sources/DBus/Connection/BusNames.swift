import CDBus

extension BusConnection {
    /// Requests a bus name; the result arrives in a later turn of the loop.
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
                        return .failure(.failed("the bus did not report the owner of \(name)"))
                    }
                    return Result { () throws(DBusError) in try Self.ownership(of: name, number) }
                })
        }
    }

    /// Releases a bus name, or leaves the queue for it.
    package func releaseName(_ name: String) {
        ask("ReleaseName", { $0.string(name) }) { _ in }
    }

    /// Follows the owner of a bus name: the present one, and each change.
    ///
    /// The handler receives the unique name of the owner, or `nil` if there is none; first in a
    /// later turn of the loop, then on every change. A unique name can be followed too: it owns
    /// itself until it leaves the bus, even if it has left already. If the bus is lost, every owner
    /// is lost; after a reopen the owner is requested again.
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

    /// Requests the process behind a name; `nil` if the bus does not know it.
    package func findProcess(of name: String, _ answer: @escaping (UInt32?) -> Void) {
        ask("GetConnectionUnixProcessID", { $0.string(name) }) { result in
            guard case .success(let values) = result, case .uint32(let process)? = values.first
            else { return answer(nil) }
            answer(process)
        }
    }

    /// Requests the owner of a name; as the bus replies in order, it is the owner directly after
    /// the subscription took effect.
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

    /// Reports that this connection has acquired a name.
    ///
    /// It loses none without releasing it, as no request of ours allows a replacement.
    func noticeName(_ signal: Message) {
        guard signal.sender == MessageBus.name, signal.interface == MessageBus.interface,
            signal.member == "NameAcquired", let name = (try? signal.arguments())?.first?.text,
            MessageBus.isWellKnown(name)
        else { return }
        onNameAcquired?(name)
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

/// The flags of a request for a bus name.
package struct NameFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Wait in the queue if another program owns the name.
    package static let queue: NameFlags = []
    /// Give up if another program owns the name.
    package static let doNotQueue = NameFlags(rawValue: UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE))
}

/// The result of requesting a bus name, in the numbers of the bus.
package enum NameOwnership: UInt32, Sendable {
    /// The name was acquired.
    case owner = 1
    /// Another program owns the name, and the request is queued.
    case inQueue = 2
    /// Another program owns the name, and the request was given up.
    case exists = 3
    /// The name was owned already.
    case alreadyOwner = 4
}

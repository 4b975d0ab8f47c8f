import CDBus

/// The signals to receive; a part that is `nil` matches all.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-routing-match-rules
package struct MatchRule: Hashable, Sendable, CustomStringConvertible {
    /// The bus name that must own the sending connection.
    package var sender: String?
    /// The object that emits the signal.
    package var path: String?
    /// The interface of the signal.
    package var interface: String?
    /// The name of the signal.
    package var member: String?
    /// The first argument, a string.
    package var firstArgument: String?

    /// A rule of these parts.
    package init(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }

    /// Changes of the owner of a bus name, as the bus itself announces them.
    static func ownerChange(of name: String) -> MatchRule {
        MatchRule(
            sender: MessageBus.name, path: MessageBus.path, interface: MessageBus.interface,
            member: "NameOwnerChanged", firstArgument: name)
    }

    /// The rule as the text that the bus expects.
    package var description: String {
        var rule = "type='signal'"
        let parts = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member),
            ("arg0", firstArgument),
        ]
        for case (let key, let value?) in parts { rule += ",\(key)=\(Self.quoted(value))" }
        return rule
    }

    // Within quotes even a backslash stands for itself; an apostrophe must stand outside them.
    private static func quoted(_ value: String) -> String {
        let parts = value.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Returns whether a signal matches, apart from its sender.
    func matches(_ signal: Message) -> Bool {
        func agrees(_ wanted: String?, _ found: @autoclosure () -> String?) -> Bool {
            wanted == nil || wanted == found()
        }
        return agrees(member, signal.member) && agrees(interface, signal.interface)
            && agrees(path, signal.path)
            && agrees(firstArgument, signal.firstText)
    }
}

/// A subscription to signals, until it is cancelled or the connection closes; it moves along to
/// another bus.
package final class Subscription {
    let rule: MatchRule
    let handler: (Message) -> Void
    private(set) var isActive = true
    /// Called when the bus is lost.
    var onLoss: (() -> Void)?
    /// Called when the subscription was added on another bus.
    var onJoin: (() -> Void)?
    private weak var connection: BusConnection?

    /// The unique name from which the signals must come; `nil` while the sender has no owner.
    private var source: String?
    private var sourceSubscription: Subscription?

    init(_ rule: MatchRule, on connection: BusConnection, _ handler: @escaping (Message) -> Void) {
        self.rule = rule
        self.connection = connection
        self.handler = handler
        guard let sender = rule.sender else { return }
        if MessageBus.isWellKnown(sender) {
            sourceSubscription = connection.followOwner(of: sender) { [weak self] owner in
                self?.source = owner
            }
        } else {
            source = sender
        }
    }

    /// Stops receiving; the handler is not called again.
    package func cancel() {
        guard isActive else { return }
        isActive = false
        sourceSubscription?.cancel()
        connection?.drop(self)
    }

    /// Returns whether a signal belongs to this subscription.
    ///
    /// The bus applies the rule only to broadcast signals; any program can send a signal directly
    /// to this one. So the sender is checked here: its name on the message is set by the bus.
    func accepts(_ signal: Message) -> Bool {
        isActive && (rule.sender == nil || signal.sender == source) && rule.matches(signal)
    }
}

extension BusConnection {
    /// Receives the signals that match a rule, each in a turn of the loop.
    ///
    /// A rule with a well-known sender receives signals of the present owner of the name only.
    @discardableResult
    package func subscribe(
        to rule: MatchRule, _ handler: @escaping (Message) -> Void
    ) -> Subscription {
        // The owner of the sender is followed first: the bus replies in order, so the owner is
        // known before the first signal can arrive.
        let subscription = Subscription(rule, on: self, handler)
        subscriptions.append(subscription)
        join(subscription)
        return subscription
    }

    /// Adds a subscription on the bus.
    func join(_ subscription: Subscription) {
        guard isOpen else { return }
        whenFree { dbus_bus_add_match($0, subscription.rule.description, nil) }
        subscription.onJoin?()
    }

    func drop(_ subscription: Subscription) {
        subscriptions.removeAll { $0 === subscription }
        let rule = subscription.rule.description
        whenFree { dbus_bus_remove_match($0, rule, nil) }
    }

    func deliver(_ signal: Message) {
        for subscription in subscriptions where isOpen && subscription.accepts(signal) {
            subscription.handler(signal)
        }
    }
}

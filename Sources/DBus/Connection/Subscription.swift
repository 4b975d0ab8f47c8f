/// Signals that are being received; they are until it is cancelled or the connection closes, on
/// whichever bus it is open.
package final class Subscription {
    let rule: MatchRule
    let handler: (Message) -> Void
    private(set) var isActive = true
    /// Called when the bus is gone.
    var onLoss: (() -> Void)?
    /// Called when another bus has been told of it.
    var onJoin: (() -> Void)?
    private weak var connection: BusConnection?

    /// The unique name from which the signals must come; nil while nobody owns the rule's sender.
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

    /// Whether a signal is one of these.
    ///
    /// The bus applies the rule only to what is broadcast; anyone can send a signal straight to us.
    /// So the sender is checked here: its name on the message is the one thing the bus vouches for.
    func accepts(_ signal: Message) -> Bool {
        isActive && (rule.sender == nil || signal.sender == source) && rule.matches(signal)
    }
}

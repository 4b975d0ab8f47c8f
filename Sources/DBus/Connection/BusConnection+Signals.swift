import CDBus

extension BusConnection {
    /// Receives the signals that a rule describes, each in a turn of the loop.
    ///
    /// A rule that names a sender by its well-known name gets signals of its owner only, whoever
    /// that is at the time, and none that another connection sends in its stead.
    @discardableResult
    package func subscribe(
        to rule: MatchRule, _ handler: @escaping (Message) -> Void
    ) -> Subscription {
        // Following the sender comes first: the bus answers in order, so the owner is known before
        // the first signal can arrive.
        let subscription = Subscription(rule, on: self, handler)
        subscriptions.append(subscription)
        join(subscription)
        return subscription
    }

    /// Lets the bus know of a subscription.
    func join(_ subscription: Subscription) {
        guard let pointer else { return }
        dbus_bus_add_match(pointer, subscription.rule.description, nil)
        subscription.onJoin?()
    }

    func drop(_ subscription: Subscription) {
        subscriptions.removeAll { $0 === subscription }
        if let pointer { dbus_bus_remove_match(pointer, subscription.rule.description, nil) }
    }

    func deliver(_ signal: Message) {
        for subscription in subscriptions where isOpen && subscription.accepts(signal) {
            subscription.handler(signal)
        }
    }
}

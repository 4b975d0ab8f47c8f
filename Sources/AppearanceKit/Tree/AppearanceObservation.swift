/// The time during which a node's changes are told: until it is cancelled, or let go of.
public final class AppearanceObservation {
    private weak var node: AppearanceNode?
    private let number: Int

    init(of node: AppearanceNode, _ number: Int) {
        self.node = node
        self.number = number
    }

    deinit { cancel() }

    /// Ends it; again is nothing.
    public func cancel() {
        node?.endObservation(number)
        node = nil
    }
}

internal import Linux

/// The shared state of the nodes of a tree: the desktop's traits, and pending notifications.
final class AppearanceTree {
    private(set) var system: Traits
    weak var root: AppearanceNode?

    private var changed: [AppearanceNode] = []
    private var isNotifying = false

    /// The appearance of an app that does not follow the desktop; `nil` if it follows.
    let fixed: Appearance?

    init(system: Traits, fixed: Appearance?) {
        self.system = system
        self.fixed = fixed
        if let fixed { self.system.appearance = fixed }
    }

    func change(to newSystem: Traits) {
        var system = newSystem
        if let fixed { system.appearance = fixed }
        guard system != self.system else { return }
        self.system = system
        root?.resolve(into: &changed, isForced: true)
        notifyObservers()
    }

    /// Resolves a change at a node, then notifies the observers.
    func resolve(from node: AppearanceNode) {
        node.resolve(into: &changed)
        notifyObservers()
    }

    /// Notifies the observers of changed nodes; changes that an observer makes follow afterwards.
    private func notifyObservers() {
        guard !isNotifying else { return }
        isNotifying = true
        defer { isNotifying = false }
        for _ in 0..<NotificationRounds.limit {
            let batch = changed
            changed = []
            for node in batch { node.notifyObservers() }
            if changed.isEmpty { return }
        }
        changed = []
        NotificationRounds.warn()
    }
}

/// An observation, which lasts until it is cancelled or released.
///
/// It retains the observed node or app's appearance, but not a store.
public final class AppearanceObservation {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { cancel() }

    /// Ends the observation; a second call has no effect.
    public func cancel() {
        end?()
        end = nil
    }
}

/// The limit on observers that change what others observe, and so each other without end.
enum NotificationRounds {
    /// The rounds after which the observers have seen enough; a chain of observers needs one for each link.
    static let limit = 100

    static func warn() {
        StandardStream.error.write(
            "AppearanceKit: observers change the appearance again and again; "
                + "those that wait are not notified until it changes next\n")
    }
}

final class Observers<Value: Equatable> {
    private struct Observer {
        let number: Int
        let body: (Value) -> Void
        var lastValue: Value?
    }

    private var observers: [Observer] = []
    private var lastNumber = 0
    private var isNotifying = false
    private var hasChanged = false

    var isEmpty: Bool { observers.isEmpty }

    /// Adds an observer, notifies it of the current value, and returns the number that removes it.
    func add(notifying value: Value, _ body: @escaping (Value) -> Void) -> Int {
        lastNumber += 1
        let number = lastNumber
        observers.append(Observer(number: number, body: body))
        notify(number) { value }
        return number
    }

    func remove(_ number: Int) {
        guard let index = observers.firstIndex(where: { $0.number == number }) else { return }
        // Its body may own other observations, which end when it is released.
        let removed = observers.remove(at: index)
        withExtendedLifetime(removed) {}
    }

    /// Notifies the observers of a value, which an observer may change: then they are notified again
    /// afterwards.
    func notify(_ value: () -> Value) {
        hasChanged = true
        guard !isNotifying else { return }
        isNotifying = true
        defer { isNotifying = false }
        for _ in 0..<NotificationRounds.limit {
            guard hasChanged else { return }
            hasChanged = false
            for number in observers.map(\.number) { notify(number, value) }
        }
        if hasChanged { NotificationRounds.warn() }
    }

    private func notify(_ number: Int, _ value: () -> Value) {
        let value = value()
        // A previous observer may have ended this observation.
        guard let index = observers.firstIndex(where: { $0.number == number }),
            observers[index].lastValue != value
        else { return }
        observers[index].lastValue = value
        observers[index].body(value)
    }
}

/// The traits of a node, now and at every change.
///
/// ```swift
/// for await traits in node.changes() { draw(card, by: traits) }
/// ```
///
/// A slow reader gets the newest traits and misses those before them.
public struct TraitChanges: AsyncSequence {
    /// The traits after a change.
    public typealias Element = Traits
    /// The sequence does not throw.
    public typealias Failure = Never

    private let node: AppearanceNode

    init(of node: AppearanceNode) { self.node = node }

    /// Starts an iteration.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Traits.self, bufferingPolicy: .bufferingNewest(1))
        let observation = node.observe { continuation.yield($0) }
        return Iterator(base: stream.makeAsyncIterator(), observation: observation)
    }

    /// An iteration over the changes, which retains the node.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Traits>.Iterator
        fileprivate let observation: AppearanceObservation
        private var last: Traits?

        fileprivate init(
            base: AsyncStream<Traits>.Iterator, observation: AppearanceObservation
        ) {
            self.base = base
            self.observation = observation
        }

        /// Waits for the next traits; `nil` when the task is cancelled and the newest are read.
        public mutating func next() async -> Traits? { await next(isolation: nil) }

        /// Waits for the next traits on the caller's actor; `nil` when the task is cancelled and the
        /// newest are read.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Traits? {
            while let traits = await base.next(isolation: actor) {
                // A slow reader may have missed a change and its reversal.
                guard traits != last else { continue }
                last = traits
                return traits
            }
            return nil
        }
    }
}

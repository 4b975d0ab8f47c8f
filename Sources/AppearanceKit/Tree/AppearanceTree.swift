/// What the nodes of one tree share: the desktop's traits, and who is yet to be told.
final class AppearanceTree {
    private(set) var system: Traits
    weak var root: AppearanceNode?

    private var changed: [AppearanceNode] = []
    private var isTelling = false

    init(system: Traits) {
        self.system = system
    }

    func change(to system: Traits) {
        guard system != self.system else { return }
        self.system = system
        root?.resolve(into: &changed, isForced: true)
        tell()
    }

    /// Draws every conclusion from a change at a node, then tells it.
    func settle(from node: AppearanceNode) {
        node.resolve(into: &changed)
        tell()
    }

    /// An observer may change the tree: what follows from that is told after the others.
    private func tell() {
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !changed.isEmpty {
            let batch = changed
            changed = []
            for node in batch { node.tell() }
        }
    }
}

/// The time during which changes are told: until it is cancelled, or let go of.
///
/// It keeps what it observes, so whoever holds it need not.
public final class AppearanceObservation {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { cancel() }

    /// Ends it; again is nothing.
    public func cancel() {
        end?()
        end = nil
    }
}

/// Those who are told of a value, now and at every change.
final class Observers<Value: Equatable> {
    private struct Observer {
        let number: Int
        let body: (Value) -> Void
        var told: Value?
    }

    private var observers: [Observer] = []
    private var lastNumber = 0

    var isEmpty: Bool { observers.isEmpty }

    /// Adds one and tells it the present value; the number ends it.
    func add(telling value: Value, _ body: @escaping (Value) -> Void) -> Int {
        lastNumber += 1
        let number = lastNumber
        observers.append(Observer(number: number, body: body))
        tell(number) { value }
        return number
    }

    func remove(_ number: Int) {
        observers.removeAll { $0.number == number }
    }

    /// Tells the value, which an observer may change, to whoever has not been told it yet.
    func tell(_ value: () -> Value) {
        for number in observers.map(\.number) { tell(number, value) }
    }

    private func tell(_ number: Int, _ value: () -> Value) {
        let value = value()
        // Whoever was told before may have ended this one's observation.
        guard let index = observers.firstIndex(where: { $0.number == number }),
            observers[index].told != value
        else { return }
        observers[index].told = value
        observers[index].body(value)
    }
}

/// What a place of an app is drawn by, now and at every change.
///
/// ```swift
/// for await traits in node.changes() { draw(card, by: traits) }
/// ```
///
/// Whoever is slow misses what lies between and gets the newest.
public struct TraitChanges: AsyncSequence {
    /// The traits after a change.
    public typealias Element = Traits
    /// Nothing: the sequence does not throw.
    public typealias Failure = Never

    private let node: AppearanceNode

    init(of node: AppearanceNode) { self.node = node }

    /// Starts to listen.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Traits.self, bufferingPolicy: .bufferingNewest(1))
        let observation = node.observe { continuation.yield($0) }
        return Iterator(base: stream.makeAsyncIterator(), observation: observation)
    }

    /// One walk over the changes, which keeps the node.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Traits>.Iterator
        fileprivate let observation: AppearanceObservation

        /// Waits for the next traits; nil when the task is cancelled.
        public mutating func next() async -> Traits? { await base.next() }

        /// Waits for the next traits on the caller's actor; nil when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Traits? {
            await base.next(isolation: actor)
        }
    }
}

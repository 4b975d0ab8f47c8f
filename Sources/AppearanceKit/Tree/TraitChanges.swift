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

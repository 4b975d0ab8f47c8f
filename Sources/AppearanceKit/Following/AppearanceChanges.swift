/// The desktop's appearance, now and at every change.
///
/// The first element comes at once, whether or not the service is running: without it the
/// appearance is light, until it comes. When the service is restarted the sequence goes on with
/// the next one by itself. Whoever is slow misses what lies between and gets the newest.
///
/// The sequence ends when its task is cancelled, or at once after its first element if the process
/// has no descriptor or thread left for it. Every iteration has a thread and a connection of its
/// own, which sleep until something happens.
public struct AppearanceChanges: AsyncSequence, Sendable {
    /// The status after a change.
    public typealias Element = AppearanceStatus
    /// Nothing: the sequence does not throw.
    public typealias Failure = Never

    private let makeSource: @Sendable () throws -> any AppearanceSource

    /// What a source says, which is made on a thread of its own for each iteration.
    package init(from makeSource: @escaping @Sendable () throws -> any AppearanceSource) {
        self.makeSource = makeSource
    }

    /// What the service at a socket says; nil: there can be none.
    package init(socket: DaemonSocket?) {
        self.init { try AppearanceFollower(socket: socket) }
    }

    /// Starts to follow.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AppearanceStatus.self, bufferingPolicy: .bufferingNewest(1))
        let iterator = Iterator(base: stream.makeAsyncIterator())
        guard let cancellation = CancellationPipe() else {
            continuation.yield(.fallback)
            continuation.finish()
            return iterator
        }
        continuation.onTermination = { _ in cancellation.cut() }
        let hasStarted = startThread { [makeSource] in
            Self.feed(continuation, from: makeSource, until: cancellation)
        }
        if !hasStarted {
            continuation.yield(.fallback)
            continuation.finish()
        }
        return iterator
    }

    /// What the thread behind an iteration does: it follows until the lifeline is cut.
    private static func feed(
        _ continuation: AsyncStream<AppearanceStatus>.Continuation,
        from makeSource: () throws -> any AppearanceSource, until cancellation: CancellationPipe
    ) {
        defer { continuation.finish() }
        guard let source = try? makeSource() else {
            continuation.yield(.fallback)
            return
        }
        continuation.yield(source.status)
        while (try? wait(for: source.fileDescriptor, unlessHungUp: cancellation.number)) != nil {
            if let status = source.process() { continuation.yield(status) }
        }
    }

    /// One walk over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<AppearanceStatus>.Iterator

        /// Waits for the next status; nil when the task is cancelled.
        public mutating func next() async -> AppearanceStatus? {
            await base.next()
        }

        /// Waits for the next status on the caller's actor; nil when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> AppearanceStatus? {
            await base.next(isolation: actor)
        }
    }
}

public import AppearanceModel

extension Appearance {
    /// The desktop's appearance, now and at every change.
    ///
    /// ```swift
    /// for await status in Appearance.changes() {
    ///     window.isDark = status.appearance != .light
    /// }
    /// ```
    public static func changes() -> AppearanceChanges {
        AppearanceChanges(socket: try? DaemonSocket.ofThisSession())
    }
}

/// The desktop's appearance, now and at every change.
///
/// The first element comes as soon as the daemon is there. When the daemon is restarted the
/// sequence waits for it, and goes on if anything is different then. Whoever is slow misses what
/// lies between and gets the newest. The sequence ends only when its task is cancelled, or at
/// once where there is no login session (`XDG_RUNTIME_DIR` is unset).
///
/// Every iteration has a thread and a connection of its own, which sleep until something happens.
public struct AppearanceChanges: AsyncSequence, Sendable {
    /// The status after a change.
    public typealias Element = AppearanceStatus
    /// Nothing: the sequence does not throw.
    public typealias Failure = Never

    private let socket: DaemonSocket?

    package init(socket: DaemonSocket?) {
        self.socket = socket
    }

    /// Starts to follow the daemon.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AppearanceStatus.self, bufferingPolicy: .bufferingNewest(1))
        guard let socket, let lifeline = Lifeline() else {
            continuation.finish()
            return Iterator(base: stream.makeAsyncIterator())
        }
        continuation.onTermination = { _ in lifeline.cut() }
        let feed = ChangeFeed(socket: socket, lifeline: lifeline, continuation: continuation)
        if !startThread(feed.run) { continuation.finish() }
        return Iterator(base: stream.makeAsyncIterator())
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

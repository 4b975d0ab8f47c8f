public import AppearanceModel
internal import Glibc

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

extension Appearance {
    /// The desktop's appearance, now and at every change.
    ///
    /// ```swift
    /// for await status in Appearance.changes() {
    ///     window.isDark = status.appearance != .light
    /// }
    /// ```
    public static func changes() -> AppearanceChanges {
        AppearanceChanges(socket: DaemonSocket?.ofThisSession)
    }

    /// The desktop's appearance, asked for once.
    ///
    /// It takes well under a millisecond, or a second at most where the service hangs. Without a
    /// service the appearance is light.
    public static func current() -> AppearanceStatus {
        (try? AppearanceFollower())?.status ?? .fallback
    }
}

/// Something that says how the desktop looks, for a program with a main loop of its own.
///
/// `AppearanceFollower` asks the service itself, `PortalFollower` of AppearanceKitPortal the desktop
/// portal.
public protocol AppearanceSource: AnyObject {
    /// The newest status.
    var status: AppearanceStatus { get }

    /// A descriptor that is readable when `process` has something to do; always the same.
    ///
    /// Only watch it, for input: reading, writing and closing are not yours.
    var fileDescriptor: Int32 { get }

    /// Takes what has come, without waiting; returns the newest status if there is a new one.
    @discardableResult func process() -> AppearanceStatus?
}

/// The appearance that the environment asks for instead of the desktop's, to try a program out.
package enum FakeAppearance {
    static let variable = "APPEARANCE_FAKE"

    /// Nil when the environment asks for none.
    package static var present: Appearance? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        let word = String(cString: value)
        if let appearance = Appearance(rawValue: word) { return appearance }
        complain(of: word)
        return nil
    }

    private static func complain(of word: String) {
        let line =
            "AppearanceKit: \(variable)=\(word) is ignored: write light, dark or night\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

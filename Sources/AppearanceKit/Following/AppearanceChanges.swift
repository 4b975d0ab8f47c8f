public import AppearanceModel
internal import Glibc

/// The desktop's appearance, now and at every change.
///
/// The first element comes at once, whether or not the daemon is running: without it the appearance
/// is light until the daemon starts. The sequence continues after a restart of the daemon. A slow
/// reader gets the newest element and misses those before it.
///
/// The sequence ends when its task is cancelled, or after its first element if the process has no
/// descriptor or thread left. Every iteration has a thread and a connection of its own, which sleep
/// until a change.
public struct AppearanceChanges: AsyncSequence, Sendable {
    /// The status after a change.
    public typealias Element = AppearanceStatus
    /// The sequence does not throw.
    public typealias Failure = Never

    private let makeSource: @Sendable () throws -> any AppearanceSource

    /// Creates a sequence from a source, which each iteration creates on a thread of its own.
    package init(from makeSource: @escaping @Sendable () throws -> any AppearanceSource) {
        self.makeSource = makeSource
    }

    /// Creates a sequence from the daemon at a socket; `nil` if there can be no daemon.
    package init(socket: DaemonSocket?) {
        self.init { try AppearanceFollower(socket: socket) }
    }

    /// Starts an iteration.
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

    /// Follows a source on the thread of an iteration until that is cancelled.
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

    /// An iteration over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<AppearanceStatus>.Iterator

        /// Waits for the next status; `nil` when the task is cancelled.
        public mutating func next() async -> AppearanceStatus? {
            await base.next()
        }

        /// Waits for the next status on the caller's actor; `nil` when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> AppearanceStatus? {
            await base.next(isolation: actor)
        }
    }
}

extension Appearance {
    /// Returns the desktop's appearance, now and at every change.
    ///
    /// ```swift
    /// for await status in Appearance.changes() {
    ///     window.isDark = status.appearance != .light
    /// }
    /// ```
    public static func changes() -> AppearanceChanges {
        AppearanceChanges(socket: DaemonSocket?.ofThisSession)
    }

    /// Returns the desktop's current appearance.
    ///
    /// It takes well under a millisecond, or a second at most if the daemon hangs. Without a daemon
    /// the appearance is light.
    public static func current() -> AppearanceStatus {
        (try? AppearanceFollower())?.status ?? .fallback
    }
}

/// A source of the desktop's appearance, for a program with a main loop of its own.
///
/// `AppearanceFollower` asks the daemon, `PortalFollower` of AppearanceKitPortal the desktop
/// portal.
public protocol AppearanceSource: AnyObject {
    /// The newest status.
    var status: AppearanceStatus { get }

    /// The descriptor to watch for input before `process`; it never changes.
    ///
    /// Do not read, write or close it.
    var fileDescriptor: Int32 { get }

    /// Processes pending changes without blocking and returns the newest status; `nil` if
    /// unchanged.
    @discardableResult func process() -> AppearanceStatus?
}

/// The appearance that the environment sets instead of the desktop's, to try a program.
package enum FakeAppearance {
    static let variable = "APPEARANCE_FAKE"

    /// The appearance in the environment; `nil` if none is set.
    package static var present: Appearance? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        let word = String(cString: value)
        if let appearance = Appearance(rawValue: word) { return appearance }
        reportInvalid(word)
        return nil
    }

    private static func reportInvalid(_ word: String) {
        let line =
            "AppearanceKit: \(variable)=\(word) is invalid and ignored: use light, dark or night\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

public import AppearanceModel
package import DaemonClient
internal import Glibc
internal import Linux

/// The desktop's appearance, now and at every change.
///
/// The first element comes at once, or after a second if the daemon or the desktop portal hangs.
/// Without a daemon the appearance is that of the portal, or light. The sequence continues after a
/// restart of the daemon. A slow reader gets the newest element and misses those before it.
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
    ///
    /// A source that cannot be created ends the sequence after its first element, light.
    public init(from makeSource: @escaping @Sendable () throws -> any AppearanceSource) {
        self.makeSource = makeSource
    }

    /// Creates a sequence from the daemon at a socket and the portal on a bus; `nil` without one.
    package init(socket: DaemonSocket?, bus: String? = nil) {
        self.init { try AppearanceFollower(socket: socket, bus: bus) }
    }

    /// Starts an iteration.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AppearanceStatus.self, bufferingPolicy: .bufferingNewest(1))
        let iterator = Iterator(base: stream.makeAsyncIterator())
        do throws(IOError) {
            let cancellation = try CancellationPipe()
            continuation.onTermination = { _ in cancellation.cancel() }
            // The source may be the app's own: as much stack as any other thread has.
            _ = try BackgroundThread.start(name: "appearance", stackBytes: 8 << 20) {
                [makeSource] in
                Self.feed(continuation, from: makeSource, until: cancellation)
            }
        } catch {
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
        while (try? wait(for: source.fileDescriptor, unlessHungUp: cancellation.rawValue)) != nil {
            if let status = source.process() { continuation.yield(status) }
        }
    }

    /// An iteration over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<AppearanceStatus>.Iterator

        /// Waits for the next status; `nil` when the task is cancelled and the newest one is read.
        public mutating func next() async -> AppearanceStatus? {
            await base.next()
        }

        /// Waits for the next status on the caller's actor; `nil` when the task is cancelled and the
        /// newest one is read.
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
    ///     view.isDark = status.appearance != .light
    /// }
    /// ```
    public static func changes() -> AppearanceChanges {
        AppearanceChanges { try AppearanceFollower() }
    }

    /// Returns the desktop's current appearance.
    ///
    /// It takes a few milliseconds, or a second at most if the daemon or the desktop portal hangs.
    public static func current() -> AppearanceStatus {
        (try? AppearanceFollower())?.status ?? .fallback
    }
}

/// A source of the appearance, for a program with a main loop of its own.
///
/// ``AppearanceFollower`` follows the desktop. An app may have another one:
///
/// ```swift
/// final class AlwaysNight: AppearanceSource {
///     let status = AppearanceStatus(.night, contrast: .high)
///     let fileDescriptor: Int32 = -1
///     func process() -> AppearanceStatus? { nil }
/// }
/// ```
public protocol AppearanceSource: AnyObject {
    /// The newest status.
    var status: AppearanceStatus { get }

    /// The descriptor to watch for input before `process`; it never changes. -1 is none.
    ///
    /// Do not read, write or close it.
    var fileDescriptor: Int32 { get }

    /// Processes pending changes without blocking and returns the newest status; `nil` if
    /// unchanged.
    @discardableResult func process() -> AppearanceStatus?
}

internal import DaemonClient
internal import Glibc
internal import Linux

extension TimerDescriptor {
    /// Expires once at an instant, at once if it has passed; `nil`: never.
    func set(to instant: ContinuousClock.Instant?) {
        guard let instant else { return disarm() }
        // The clock of ContinuousClock is the boot clock.
        arm(at: SystemClock.now().boot + max(instant - .now, .zero).microseconds)
    }
}

/// Notifies a task when a descriptor can be read, by a thread that waits for it.
///
/// After each element the thread rests until `rearm`, so an unread descriptor costs nothing.
struct ReadinessStream: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let readiness: Readiness

    /// A set with one descriptor, ready once for each time that it is armed.
    private final class Readiness: Sendable {
        let set: EpollSet
        let descriptor: Int32

        init(of descriptor: Int32) throws(IOError) {
            set = try EpollSet()
            self.descriptor = descriptor
            try set.add(descriptor, once: true)
        }
    }

    /// Watches a descriptor.
    ///
    /// - Throws: `IOError` if the process has no descriptor or thread left.
    init(of descriptor: Int32) throws(IOError) {
        let readiness = try Readiness(of: descriptor)
        let cancellation = try CancellationPipe()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in cancellation.cancel() }
        _ = try BackgroundThread.start(name: "appearance") {
            let (watched, cancelled) = (readiness.set.rawValue, cancellation.rawValue)
            while (try? wait(for: watched, unlessHungUp: cancelled)) != nil {
                readiness.set.acknowledge()
                continuation.yield()
            }
        }
        self.stream = stream
        self.continuation = continuation
        self.readiness = readiness
    }

    /// Ends the stream and its thread, also if no task has begun to iterate.
    func end() { continuation.finish() }

    /// Asks for the next element; it comes at once if there is still something to read.
    func rearm() { readiness.set.rearm(readiness.descriptor) }
}

/// A pair of joined sockets; one is shut to end a thread that waits for the other in `wait`.
final class CancellationPipe: Sendable {
    private let watched: Descriptor
    private let held: Descriptor

    init() throws(IOError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemCall.run("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
        watched = Descriptor(owning: ends[0])
        held = Descriptor(owning: ends[1])
    }

    /// The descriptor that has hung up after `cancel`.
    var rawValue: Int32 { watched.rawValue }

    /// Ends every wait for it, now and later.
    func cancel() {
        shutdown(held.rawValue, Int32(SHUT_RDWR))
    }
}

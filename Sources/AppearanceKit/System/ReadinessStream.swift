internal import Linux

/// Tells a task when a descriptor can be read, by a thread that waits for it.
///
/// After each element the thread rests until `rearm`, so a descriptor that nobody reads costs nothing.
struct ReadinessStream: Sendable {
    let stream: AsyncStream<Void>
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
        self.readiness = readiness
    }

    /// Asks for the next element; it comes at once if there is still something to read.
    func rearm() { readiness.set.rearm(readiness.descriptor) }
}

import AppearanceTestSupport
import Glibc
import Synchronization

/// A Unix socket that closes every connection, and counts them.
final class HangingUpListener: Sendable {
    private let listener: StreamListener
    private let visitors = Mutex(0)

    /// Listens at a path, replacing an existing file.
    init(at path: String) throws {
        listener = try StreamListener(at: path)
        listener.accept { [self] visitor in
            visitors.withLock { $0 += 1 }
            close(visitor)
        }
    }

    /// Ends the counting; how many have come.
    var count: Int {
        listener.stop()
        return visitors.withLock { $0 }
    }
}

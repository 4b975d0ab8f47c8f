internal import Glibc
internal import Linux

/// A pair of joined sockets; one is shut to end a thread that waits for the other in `wait`.
final class CancellationPipe: Sendable {
    private let watched: Descriptor
    private let held: Descriptor

    /// Creates a pair.
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

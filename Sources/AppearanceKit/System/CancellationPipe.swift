internal import Glibc

/// A pair of joined sockets; one is shut to end a thread that waits for the other in `poll`.
final class CancellationPipe: Sendable {
    private let watched: Descriptor
    private let held: Descriptor

    /// Nil when the process has no descriptor left.
    init?() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        watched = Descriptor(ends[0])
        held = Descriptor(ends[1])
    }

    /// The end that `poll` finds hung up once the lifeline is cut.
    var number: Int32 { watched.number }

    /// Ends whoever hangs on it; again is nothing.
    func cut() {
        shutdown(held.number, Int32(SHUT_RDWR))
    }
}

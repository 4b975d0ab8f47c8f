internal import Glibc
internal import Synchronization

/// A pair of joined sockets; one is closed to end a thread that waits for it in `poll`.
final class Lifeline: Sendable {
    private let watched: Descriptor
    private let held: Mutex<Descriptor?>

    /// Nil when the process has no descriptor left.
    init?() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        watched = Descriptor(ends[0])
        held = Mutex(Descriptor(ends[1]))
    }

    /// The end that `poll` finds hung up once the lifeline is cut.
    var number: Int32 { watched.number }

    /// Ends whoever hangs on it; again is nothing.
    func cut() {
        held.withLock { $0 = nil }
    }
}

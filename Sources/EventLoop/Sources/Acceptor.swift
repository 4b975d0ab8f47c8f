import Glibc
package import Linux

/// The taking in of connections on a loop; letting go of it ends it.
package final class Acceptor {
    private let listener: UnixListener
    private let resting: (IOError) -> Void
    private let handler: (consuming UnixStream) -> Void
    private var source: IOSource?
    private var rest: TimerSource?

    private static let restMicroseconds: Int64 = 250_000
    /// So many at most before other sources have their turn.
    private static let connectionsAtOnce = 32

    init(
        of listener: UnixListener, on loop: EventLoop, resting: @escaping (IOError) -> Void,
        _ handler: @escaping (consuming UnixStream) -> Void
    ) throws(IOError) {
        self.listener = listener
        self.resting = resting
        self.handler = handler
        // The timer needs a descriptor, so it must be there before the last one is gone.
        rest = try loop.timer(.monotonic) { [weak self] in self?.source?.interest = .readable }
        source = try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in
            self?.takeConnections()
        }
    }

    // The source must leave epoll before the listener's descriptor can be closed.
    deinit { source = nil }

    private func takeConnections() {
        for _ in 0..<Self.connectionsAtOnce {
            switch listener.nextConnection() {
            case .success(let connection): handler(UnixStream(owning: connection))
            case .failure(.wouldBlock): return
            case .failure(.connectionAborted): continue
            case .failure(let errno): return takeRest(errno)
            }
        }
    }

    // A socket that stays readable would otherwise spin the loop.
    private func takeRest(_ errno: Errno) {
        source?.interest = []
        rest?.arm(at: SystemClock.microseconds(of: CLOCK_MONOTONIC) + Self.restMicroseconds)
        resting(.system(call: "accept4", subject: "", errno: errno))
    }
}

extension UnixListener {
    /// Hands each new connection to the loop's thread for as long as the result lives.
    ///
    /// If there is no descriptor left for a connection, accepting pauses a quarter of a second at a
    /// time: the clients wait in the queue, and `resting` is called with the reason.
    package func accept(
        on loop: EventLoop, resting: @escaping (IOError) -> Void,
        _ handler: @escaping (consuming UnixStream) -> Void
    ) throws(IOError) -> Acceptor {
        try Acceptor(of: self, on: loop, resting: resting, handler)
    }
}

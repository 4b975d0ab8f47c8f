internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import CLinux
internal import Glibc

/// A socket with a thread that answers on it until it is ended.
final class Server: Sendable {
    private struct State: Sendable {
        var status: Snapshot
        var connections: [ServedConnection] = []
        var hasEnded = false
    }

    private let path: String
    private let listener: Descriptor
    private let alarm: Descriptor
    private let state: Locked<State>

    init(at path: String, saying status: Snapshot) throws(FollowError) {
        self.path = path
        listener = try Self.listen(at: path)
        alarm = Descriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
        guard alarm.isOpen else { throw FollowError("eventfd", errno: errno) }
        state = Locked(State(status: status))
        guard startThread({ self.serve() }) else {
            throw FollowError("pthread_create", errno: EAGAIN)
        }
    }

    private static func listen(at path: String) throws(FollowError) -> Descriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let listener = Descriptor(socket(AF_UNIX, Int32(type), 0))
        guard listener.isOpen else { throw FollowError("socket", errno: errno) }
        unlink(path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, Glibc.listen(listener.number, 64) == 0
        else { throw FollowError("bind \(path)", errno: errno) }
        return listener
    }

    /// Tells it to whoever watches; who has not read the last one yet gets the newest later.
    func publish(_ status: Snapshot) {
        state.withLock { state in
            state.status = status
            for index in state.connections.indices { state.connections[index].tell(status) }
        }
        wake()
    }

    /// Closes every connection, and takes no new one.
    func end() {
        unlink(path)
        state.withLock { state in
            state.hasEnded = true
            state.connections = []
            shutdown(listener.number, Int32(SHUT_RDWR))
        }
        wake()
    }

    private func wake() { _ = eventfd_write(alarm.number, 1) }

    private func serve() {
        while true {
            var polled = state.withLock { state in
                state.connections.map {
                    pollfd(fd: $0.number, events: Int16($0.events), revents: 0)
                }
            }
            polled.append(pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0))
            polled.append(pollfd(fd: alarm.number, events: Int16(POLLIN), revents: 0))
            guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { return }
            var count: eventfd_t = 0
            _ = eventfd_read(alarm.number, &count)
            let goesOn = state.withLock { state in
                guard !state.hasEnded else { return false }
                let status = state.status
                state.connections = state.connections.compactMap { connection in
                    var connection = connection
                    return connection.turn(status) ? connection : nil
                }
                while case let number = accept4(
                    listener.number, nil, nil,
                    Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), number >= 0
                {
                    state.connections.append(ServedConnection(number))
                }
                return true
            }
            guard goesOn else { return }
        }
    }
}

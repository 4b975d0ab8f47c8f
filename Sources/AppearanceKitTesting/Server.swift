internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc
internal import Linux

/// A socket with a thread that answers on it until it is ended.
final class Server: Sendable {
    private struct State: Sendable {
        var status: Snapshot
        var connections: [ServedConnection] = []
        var hasEnded = false
    }

    private let path: String
    private let listener: Descriptor
    private let flag: EventDescriptor
    private let state: Locked<State>

    init(at path: String, saying status: Snapshot) throws(AppearanceError) {
        self.path = path
        state = Locked(State(status: status))
        do throws(IOError) {
            listener = try Self.listen(at: path)
            flag = try EventDescriptor()
            _ = try BackgroundThread.start(name: "fake-daemon", stackBytes: 1 << 20) {
                self.serve()
            }
        } catch {
            throw AppearanceError(following: error)
        }
    }

    private static func listen(at path: String) throws(IOError) -> Descriptor {
        let address = try UnixAddress(path: path)
        let listener = try Descriptor.unixSocket()
        let descriptor = listener.rawValue
        File.remove(path)
        try SystemCall.run("bind", path) { address.withPointer { bind(descriptor, $0, $1) } }
        try SystemCall.run("listen", path) { Glibc.listen(descriptor, 64) }
        return listener
    }

    /// Sends a status to every watcher; one that has not read the last one gets the newest later.
    func publish(_ status: Snapshot) {
        state.withLock { state in
            state.status = status
            for index in state.connections.indices { state.connections[index].tell(status) }
        }
        wake()
    }

    /// Closes every connection, and accepts no new one.
    func end() {
        File.remove(path)
        state.withLock { state in
            state.hasEnded = true
            state.connections = []
            shutdown(listener.rawValue, Int32(SHUT_RDWR))
        }
        wake()
    }

    private func wake() { flag.raise() }

    private func serve() {
        while true {
            var polled = state.withLock { state in
                state.connections.map {
                    pollfd(fd: $0.rawValue, events: Int16($0.events), revents: 0)
                }
            }
            polled.append(pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0))
            polled.append(pollfd(fd: flag.rawValue, events: Int16(POLLIN), revents: 0))
            guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { return }
            flag.lower()
            let goesOn = state.withLock { state in
                guard !state.hasEnded else { return false }
                let status = state.status
                state.connections = state.connections.compactMap { connection in
                    var connection = connection
                    return connection.turn(status) ? connection : nil
                }
                while case .success(let descriptor) = listener.acceptConnection() {
                    state.connections.append(ServedConnection(owning: descriptor))
                }
                return true
            }
            guard goesOn else { return }
        }
    }
}

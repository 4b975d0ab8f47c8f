internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import DaemonClient
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
            for index in state.connections.indices { state.connections[index].send(status) }
        }
        flag.raise()
    }

    /// Closes every connection, and accepts no new one.
    func end() {
        File.remove(path)
        state.withLock { state in
            state.hasEnded = true
            state.connections = []
            shutdown(listener.rawValue, Int32(SHUT_RDWR))
        }
        flag.raise()
    }

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

/// The connection of a client, with its requests and the replies that are not sent yet.
struct ServedConnection: Sendable {
    private let socket: Socket
    private var framer = MessageFramer()
    private var unsent: [UInt8] = []
    private var isWatching = false
    /// The newest status, while an older one is being sent.
    private var waiting: Snapshot?

    /// The stream, closed with the last copy of the connection.
    private final class Socket: Sendable {
        let stream: UnixStream
        init(owning descriptor: Int32) { stream = UnixStream(owning: descriptor) }
    }

    init(owning descriptor: Int32) { socket = Socket(owning: descriptor) }

    var rawValue: Int32 { socket.stream.descriptor }

    /// The readiness to wait for.
    var events: Int32 { unsent.isEmpty ? POLLIN : POLLIN | POLLOUT }

    /// Sends a watcher the status now, or as soon as it has read the last one.
    mutating func send(_ status: Snapshot) {
        guard isWatching else { return }
        waiting = status
        flush()
    }

    /// Answers the received requests; `false` if the client has disconnected.
    mutating func turn(_ status: Snapshot) -> Bool {
        while true {
            var bytes: [UInt8] = []
            switch socket.stream.receive(into: &bytes, atMost: 4096) {
            case .bytes:
                framer.append(bytes[...])
                do {
                    while let message = try framer.next() { try answer(message, status) }
                } catch {
                    return false
                }
            case .wouldBlock:
                flush()
                return true
            case .closed, .failed: return false
            }
        }
    }

    private mutating func answer(_ message: [UInt8], _ status: Snapshot) throws {
        let call = try Call.decode(message)
        let reply: Reply
        var continues = false
        switch call.request {
        case .getInfo: reply = .information(version: "fake")
        case .getInterfaceDescription(let interface): reply = .description(of: interface)
        case .getStatus: reply = .status(status)
        case .watch:
            reply = .status(status)
            continues = call.replies == .many
            isWatching = continues
        case .setMode, .toggle, .pause, .pauseLight, .resume, .inhibit, .feedLight, .endReports,
            .reportPresence, .requestLight, .explain,
            .listSensors,
            .leaveDesktop:
            reply = .error(.methodNotImplemented(method: call.request.method))
        }
        if call.replies != .none { unsent += reply.encoded(continues: continues) }
    }

    private mutating func flush() {
        while true {
            if unsent.isEmpty, let status = waiting {
                waiting = nil
                unsent = Reply.status(status).encoded(continues: true)
            }
            guard !unsent.isEmpty else { return }
            // The loss of a client is detected by reading; the others receive the rest later.
            guard case .bytes(let count) = socket.stream.send(unsent) else { return }
            unsent.removeFirst(count)
        }
    }
}

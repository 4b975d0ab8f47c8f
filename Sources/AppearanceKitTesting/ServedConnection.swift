internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc
internal import Linux

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
    mutating func tell(_ status: Snapshot) {
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
        case .setMode, .toggle, .pause, .resume, .inhibit, .feedLight, .explain, .listSensors,
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

internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// One client: what it has asked, and what it has yet to be told.
struct ServedConnection: Sendable {
    private let descriptor: SharedDescriptor
    private var framer = MessageFramer()
    private var unsent: [UInt8] = []
    private var isWatching = false
    /// The newest status, while an older one is on its way.
    private var waiting: Snapshot?

    /// Closes it with the last copy.
    private final class SharedDescriptor: Sendable {
        let descriptor: Descriptor
        init(_ number: Int32) { descriptor = Descriptor(number) }
    }

    init(_ number: Int32) { descriptor = SharedDescriptor(number) }

    var number: Int32 { descriptor.descriptor.number }

    /// The readiness to wait for.
    var events: Int32 { unsent.isEmpty ? POLLIN : POLLIN | POLLOUT }

    /// Tells a watcher the status now, or as soon as it has read the last one.
    mutating func tell(_ status: Snapshot) {
        guard isWatching else { return }
        waiting = status
        flush()
    }

    /// Answers what was asked meanwhile; false when the client has gone.
    mutating func turn(_ status: Snapshot) -> Bool {
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(number, &room, room.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            guard count > 0 else { return false }
            framer.append(room[..<count])
            do {
                while let message = try framer.next() { try answer(message, status) }
            } catch {
                return false
            }
        }
        flush()
        return true
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
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = send(number, unsent, unsent.count, flags)
            guard count > 0 else {
                // Who has hung up is found out by reading; others are told when they have read.
                return
            }
            unsent.removeFirst(count)
        }
    }
}

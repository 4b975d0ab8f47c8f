internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console

extension Request {
    /// Sends this to the daemon of the session and returns the parameters of the reply.
    @discardableResult
    func send() throws(DaemonError) -> JSON {
        var connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        return try connection.reply(to: self)
    }

    /// Sends this to the daemon of the session and returns one member of the reply.
    func reply(_ member: String) throws(DaemonError) -> JSON {
        guard let value = try send()[member] else { throw .protocolViolation(member) }
        return value
    }

    /// Sends this to the daemon of the session and returns the status in the reply.
    func status() throws -> Snapshot {
        try Snapshot(reply("status"))
    }
}

extension StandardOutput {
    /// Prints a value on one line; JSON escapes control characters.
    static func json(_ value: JSON) { line(bytes: value.text) }
}

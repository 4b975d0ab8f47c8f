internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol

extension Request {
    /// Asks this of the session's daemon; returns the reply's parameters.
    @discardableResult
    func answer() throws(DaemonError) -> JSON {
        var connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        return try connection.ask(self)
    }

    /// Asks this of the session's daemon; returns one member of the reply.
    func answer(_ member: String) throws(DaemonError) -> JSON {
        guard let value = try answer()[member] else { throw .protocolViolation(member) }
        return value
    }

    /// Asks this of the session's daemon, which answers with the status.
    func status() throws -> Snapshot {
        try Snapshot(answer("status"))
    }
}

package import AppearanceModel
package import AppearanceProtocol

extension Request {
    /// Sends this to the daemon of the session and returns the parameters of the reply.
    @discardableResult
    package func send(
        withinSeconds seconds: Int = DaemonConnection.timeoutSeconds
    ) throws(DaemonError) -> JSON {
        var connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        try connection.send(Call(self))
        do throws(DaemonError) {
            return try connection.receive(withinSeconds: seconds)
        } catch {
            if case .timedOut = error, isChange { throw .unconfirmed(seconds: seconds) }
            throw error
        }
    }

    /// Sends this to the daemon of the session and returns one member of the reply.
    package func reply(_ member: String) throws(DaemonError) -> JSON {
        guard let value = try send()[member] else { throw .protocolViolation(member) }
        return value
    }

    /// Sends this to the daemon of the session and returns the status in the reply.
    package func status() throws -> Snapshot { try Snapshot(reply("status")) }
}

extension DaemonConnection {
    /// Connects to the daemon of the session and inhibits changes until the connection closes.
    package static func inhibiting(_ request: Request) throws(DaemonError) -> DaemonConnection {
        var connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        try connection.send(Call(request, replies: .many))
        _ = try connection.receive(withinSeconds: timeoutSeconds)
        return connection
    }
}

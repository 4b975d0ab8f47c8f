internal import AppearanceConfig
internal import AppearanceKit
internal import AppearanceModel
package import AppearanceProtocol
internal import Console
internal import Diagnosis
internal import Glibc
internal import Linux

extension Request {
    /// Sends this to the daemon of the session and returns the parameters of the reply.
    @discardableResult
    func send(
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
    func reply(_ member: String) throws(DaemonError) -> JSON {
        guard let value = try send()[member] else { throw .protocolViolation(member) }
        return value
    }

    /// Sends this to the daemon of the session and returns the status in the reply.
    func status() throws -> Snapshot { try Snapshot(reply("status")) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// Creates an object whose members have this order.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(members.map(Member.init))
    }
}

extension JSON {
    /// Returns an object without a member, for a comparison or for fewer members.
    func without(_ name: String) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name })
    }
}

extension StandardOutput {
    /// Prints a value on one line, with both forms of each time; JSON escapes control characters.
    static func json(_ value: JSON) { line(bytes: value.withBothTimes.text) }
}

import AppearanceLimits

/// A call that waits for its reply.
///
/// It is replied to once, by `reply` or `refuse`, now or later; calls that are answered in their
/// handlers are answered in the order in which they came. A call that is released without a reply
/// is refused, so that no caller waits in vain. A caller that expects no reply gets none.
package final class MethodCall {
    private let message: Message
    private let connection: BusConnection
    /// The number of buses that the connection had lost when the call came.
    private let losses: Int
    private let returns: String
    private(set) var isAnswered = false

    /// The arguments, of the types the method declares.
    package let arguments: [DBusValue]

    init(
        _ message: Message, of method: ExportedMethod, on connection: BusConnection
    ) throws(DBusError) {
        guard message.hasSignature(method.takes) else {
            throw .invalidArgs(
                "\(method.name) takes (\(method.takes)), and got (\(message.signature))")
        }
        arguments = try message.arguments()
        self.message = message
        self.connection = connection
        losses = connection.losses
        returns = method.returns
    }

    deinit {
        if !isAnswered { refuse(.noReply("\(message.member) was dropped without an answer")) }
    }

    /// The unique name of the caller.
    package var sender: String { message.sender }

    /// Replies with the values that the body writes, of the types that the method declares.
    package func reply(_ body: Message.Body = { _ in }) {
        markAnswered()
        guard message.expectsReply, isCallerThere else { return }
        do throws(DBusError) {
            let reply = try message.reply(body)
            assert(
                reply.signature == returns,
                "\(message.member) answers (\(reply.signature)), declared (\(returns))")
            connection.send(reply)
        } catch {
            let unsent = DBusError.failed("the answer cannot be sent: \(error.message)")
            connection.send(message.refusal(unsent))
        }
    }

    /// Replies with values of the types that the method declares.
    package func reply(_ values: DBusValue...) {
        reply { for value in values { $0.append(value) } }
    }

    /// Replies with an error.
    package func refuse(_ error: DBusError) {
        markAnswered()
        if isCallerThere { connection.refuse(message, error) }
    }

    /// On another bus, the caller's name may belong to another program.
    private var isCallerThere: Bool { losses == connection.losses }

    private func markAnswered() {
        precondition(!isAnswered, "\(message.member) is answered twice")
        isAnswered = true
    }
}

extension BusConnection {
    func refuse(_ call: Message, _ error: DBusError) {
        if call.expectsReply { send(call.refusal(error)) }
    }
}

/// The exported objects by their paths, and the empty nodes above them.
final class ObjectTree {
    private var objects: [ExportedObject] = []

    func insert(_ object: ExportedObject) {
        precondition(self[object.path] == nil, "\(object.path) is exported twice")
        objects.append(object)
    }

    func removeAll() { objects = [] }

    private subscript(path: String) -> ExportedObject? { objects.first { $0.path == path } }

    /// Passes a call to the object at its path.
    func answer(_ call: Message, on connection: BusConnection) {
        let path = call.path
        do throws(DBusError) {
            guard let object = self[path] ?? node(at: path, on: connection) else {
                throw .unknownObject(
                    "there is no object at \(path.isEmpty ? "this long path" : path.echo)")
            }
            try object.answer(call)
        } catch {
            connection.refuse(call, error)
        }
    }

    /// Returns the names of the nodes directly below a path, in order.
    func children(of path: String) -> [String] {
        let prefix = path == "/" ? path : path + "/"
        let names = objects.map(\.path).filter { $0.hasPrefix(prefix) && $0 != path }.map {
            String($0.dropFirst(prefix.count).prefix { $0 != "/" })
        }
        return Set(names).sorted()
    }

    /// Describes a node that exists only because an object lies below it.
    private func node(at path: String, on connection: BusConnection) -> ExportedObject? {
        // A path that is longer than any of ours is empty.
        guard !path.isEmpty, !children(of: path).isEmpty else { return nil }
        return ExportedObject(path: path, interfaces: [], introspection: nil, on: connection)
    }
}

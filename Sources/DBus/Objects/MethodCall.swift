/// A call that waits for its answer.
///
/// It is answered once, by `reply` or `refuse`, now or later; calls answered in their handlers are
/// answered in the order in which they came. One that is let go without is refused, so that nobody
/// waits in vain. A caller who wants no answer gets none.
package final class MethodCall {
    private let message: Message
    private let connection: BusConnection
    /// Which of the connection's buses the caller is on.
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

    /// Answers with what the body writes, which is of the types the method declares.
    package func reply(_ body: Message.Body = { _ in }) {
        takeAnswer()
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

    /// Answers with values of the types the method declares.
    package func reply(_ values: DBusValue...) {
        reply { for value in values { $0.append(value) } }
    }

    /// Answers with an error.
    package func refuse(_ error: DBusError) {
        takeAnswer()
        if isCallerThere { connection.refuse(message, error) }
    }

    /// On another bus, the caller's name may be another's.
    private var isCallerThere: Bool { losses == connection.losses }

    private func takeAnswer() {
        precondition(!isAnswered, "\(message.member) is answered twice")
        isAnswered = true
    }
}

extension BusConnection {
    func refuse(_ call: Message, _ error: DBusError) {
        if call.expectsReply { send(call.refusal(error)) }
    }
}

/// The delivery of a mailbox on a loop; letting go of it ends it.
package final class MailboxDelivery<Message: Sendable> {
    private let mailbox: Mailbox<Message>
    private var source: IOSource?

    init(
        of mailbox: Mailbox<Message>, on loop: EventLoop, priority: EventLoop.Priority,
        _ handler: @escaping ([Message]) -> Void
    ) throws(IOError) {
        self.mailbox = mailbox
        source = try loop.watch(mailbox.descriptor, for: .readable, priority: priority) { _ in
            let messages = mailbox.takeAll()
            if !messages.isEmpty { handler(messages) }
        }
    }

    // The source must leave epoll before the mailbox's descriptor can be closed.
    deinit { source = nil }
}

package import Linux

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

extension Mailbox {
    /// Hands what was posted to the loop's thread, at least one message at a time.
    ///
    /// The delivery goes on for as long as the result lives; one mailbox has one at a time.
    package func deliver(
        on loop: EventLoop, priority: EventLoop.Priority = .normal,
        _ handler: @escaping ([Message]) -> Void
    ) throws(IOError) -> MailboxDelivery<Message> {
        try MailboxDelivery(of: self, on: loop, priority: priority, handler)
    }
}

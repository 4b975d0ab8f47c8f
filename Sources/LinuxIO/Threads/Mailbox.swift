/// Messages from any thread to the thread of one loop, in the order in which they were posted.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Locked<[Message]>([])
    private let flag: EventDescriptor

    /// Makes an empty mailbox.
    package init() throws(IOError) { flag = try EventDescriptor() }

    /// Adds a message; never waits for its reader.
    package func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { flag.raise() }
    }

    /// Hands what was posted to the loop's thread, at least one message at a time.
    ///
    /// The delivery goes on for as long as the result lives; one mailbox has one at a time.
    package func deliver(
        on loop: EventLoop, priority: EventLoop.Priority = .normal,
        _ handler: @escaping ([Message]) -> Void
    ) throws(IOError) -> MailboxDelivery<Message> {
        try MailboxDelivery(of: self, on: loop, priority: priority, handler)
    }

    var descriptor: Int32 { flag.rawValue }

    // First the flag, then the messages: one posted in between raises no flag, but is taken.
    func takeAll() -> [Message] {
        flag.lower()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

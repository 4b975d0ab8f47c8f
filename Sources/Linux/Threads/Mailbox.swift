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

    /// The number to watch while this mailbox lives; readable while a message waits.
    package var descriptor: Int32 { flag.rawValue }

    /// Removes and returns every message that waits.
    package func takeAll() -> [Message] {
        // First the flag, then the messages: one posted in between raises no flag, but is taken.
        flag.lower()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

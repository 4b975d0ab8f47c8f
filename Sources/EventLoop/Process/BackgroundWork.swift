package import Linux

/// Work on a thread of its own, whose result the loop delivers; releasing it drops the result.
package final class BackgroundWork<Value: Sendable> {
    private let thread: BackgroundThread
    private let delivery: MailboxDelivery<Value>

    /// Starts the work.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - loop: The loop that calls `then`, once.
    ///   - body: The work, on the thread.
    ///   - then: Receives the result.
    /// - Throws: `IOError` if there is no thread or descriptor left.
    package init(
        _ name: String, on loop: EventLoop, _ body: @escaping @Sendable () -> Value,
        then: @escaping (Value) -> Void
    ) throws(IOError) {
        let mailbox = try Mailbox<Value>()
        delivery = try MailboxDelivery(of: mailbox, on: loop) { values in
            for value in values { then(value) }
        }
        thread = try BackgroundThread.start(name: name) { mailbox.post(body()) }
    }

    /// Waits until the work is done, without its result.
    package func finish() { thread.join() }
}

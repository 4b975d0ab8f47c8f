import EventLoop
import Linux

/// Lines that a thread writes, which exists only while there is something to write.
///
/// A slow disk costs memory, up to a limit, and never time.
final class LineWriter {
    /// Writes lines; called on the writing thread.
    typealias Write = @Sendable ([UInt8]) throws(IOError) -> Void

    /// The lines that could not be written.
    enum FailurePolicy: Sendable {
        /// They are written again before the next ones.
        case retry
        /// They are dropped, with all that follow.
        case end
    }

    enum Outcome { case appended, full, closed }

    private let name: String
    private let limit: Int
    private let policy: FailurePolicy
    private let queue = Locked(Queue())
    private let mailbox: Mailbox<BackgroundFile.Event>
    private let delivery: MailboxDelivery<BackgroundFile.Event>
    private let body: Write
    private let report: (BackgroundFile.Event) -> Void
    private var thread: BackgroundThread?

    private struct Queue: Sendable {
        var bytes: [UInt8] = []
        var hasThread = false
        var hasFailed = false
        var isClosed = false
    }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - limit: The limit of unwritten lines, in bytes.
    ///   - policy: What to do with lines that could not be written.
    ///   - loop: The loop on which `report` is called.
    ///   - body: Writes lines on the thread.
    ///   - report: Receives the first failure, and the first success after it.
    /// - Throws: `IOError` if there is no descriptor for its mailbox.
    init(
        _ name: String, limit: Int, onFailure policy: FailurePolicy, on loop: EventLoop,
        _ body: @escaping Write, report: @escaping (BackgroundFile.Event) -> Void
    ) throws(IOError) {
        self.name = name
        self.limit = limit
        self.policy = policy
        self.body = body
        self.report = report
        mailbox = try Mailbox()
        delivery = try MailboxDelivery(of: mailbox, on: loop) { $0.forEach(report) }
    }

    /// Writes lines soon, unless more than the limit would wait.
    func append(_ lines: [UInt8]) -> Outcome {
        let limit = limit
        let (outcome, needsThread) = queue.withLock { queue in
            if queue.isClosed { return (Outcome.closed, false) }
            guard queue.bytes.count + lines.count <= limit else { return (.full, !queue.hasThread) }
            queue.bytes += lines
            return (.appended, !queue.hasThread)
        }
        if needsThread { startThread() }
        return outcome
    }

    /// Waits until everything is written, or has failed once more, which is reported.
    func finish() {
        if queue.withLock({ !$0.hasThread && !$0.bytes.isEmpty }) { startThread() }
        thread?.join()
        thread = nil
        // The loop, which delivers them otherwise, may not run again.
        mailbox.takeAll().forEach(report)
    }

    private func startThread() {
        // The previous thread has nothing left to write and ends.
        thread?.join()
        queue.withLock { $0.hasThread = true }
        let (queue, mailbox, body, policy) = (queue, mailbox, body, policy)
        do throws(IOError) {
            thread = try BackgroundThread.start(name: name) {
                Self.work(queue, mailbox, body, policy)
            }
        } catch {
            thread = nil
            Self.fail(error, of: [], queue, mailbox, policy)
        }
    }

    private static func work(
        _ queue: Locked<Queue>, _ mailbox: Mailbox<BackgroundFile.Event>, _ body: Write,
        _ policy: FailurePolicy
    ) {
        while let lines = removeAll(from: queue) {
            do throws(IOError) {
                try body(lines)
            } catch {
                return fail(error, of: lines, queue, mailbox, policy)
            }
            let hasRecovered = queue.withLock { queue in
                defer { queue.hasFailed = false }
                return queue.hasFailed
            }
            if hasRecovered { mailbox.post(.recovered) }
        }
    }

    /// Removes and returns the lines; without any, the thread ends.
    private static func removeAll(from queue: Locked<Queue>) -> [UInt8]? {
        queue.withLock { queue in
            guard !queue.bytes.isEmpty else {
                queue.hasThread = false
                return nil
            }
            defer { queue.bytes = [] }
            return queue.bytes
        }
    }

    private static func fail(
        _ error: IOError, of lines: [UInt8], _ queue: Locked<Queue>,
        _ mailbox: Mailbox<BackgroundFile.Event>, _ policy: FailurePolicy
    ) {
        let isFirst = queue.withLock { queue in
            queue.hasThread = false
            defer { queue.hasFailed = true }
            switch policy {
            case .retry: queue.bytes = lines + queue.bytes
            case .end: queue = Queue(isClosed: true)
            }
            return !queue.hasFailed
        }
        if isFirst { mailbox.post(.failed(error)) }
    }
}

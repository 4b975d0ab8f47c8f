import EventLoop
import Linux

/// A file that follows its content: written at once, then at most twice a second, and at the end.
///
/// A thread writes it, which exists only while there is something to write. A failed write is
/// retried with a doubling pause.
final class BackgroundFile {
    /// Returns the bytes; called on the writing thread.
    typealias Content = @Sendable () -> [UInt8]

    /// A change of success: the first failure, and the first success after it.
    enum Event: Sendable {
        case failed(IOError)
        /// After a failure, the newest content is on disk.
        case recovered
    }

    private static let interval: Int64 = 500_000
    private static let firstPause: Int64 = 1_000_000
    private static let longestPause: Int64 = 30_000_000

    private let path: String
    private let queue: Queue
    private let mailbox: Mailbox<Event>
    private let delivery: MailboxDelivery<Event>
    private var thread: BackgroundThread?

    init(
        path: String, on loop: EventLoop, _ report: @escaping (Event) -> Void
    ) throws(IOError) {
        self.path = path
        queue = Queue(parker: try Parker())
        mailbox = try Mailbox()
        delivery = try MailboxDelivery(of: mailbox, on: loop) { $0.forEach(report) }
    }

    /// Writes this content soon, unless a newer one comes before.
    func write(_ content: @escaping Content) {
        guard queue.append(content) else { return }
        // The previous thread has nothing left to write and ends.
        thread?.join()
        let (queue, mailbox, path) = (queue, mailbox, path)
        do throws(IOError) {
            thread = try BackgroundThread.start(name: "state-writer") {
                Self.work(queue, mailbox, path)
            }
        } catch {
            queue.writerEnded()
            mailbox.post(.failed(error))
        }
    }

    /// Waits until the newest content is written, or has failed once more.
    func finish() {
        queue.skipRests()
        thread?.join()
        thread = nil
    }

    private static func work(_ queue: Queue, _ mailbox: Mailbox<Event>, _ path: String) {
        var pause: Int64?
        while let content = queue.removeContent() {
            do throws(IOError) {
                try Directory.create(Path.directory(of: path), mode: 0o700)
                try AtomicFile.write(content(), to: path)
                if pause != nil { mailbox.post(.recovered) }
                pause = nil
                queue.rest(for: interval)
            } catch {
                if pause == nil { mailbox.post(.failed(error)) }
                pause = min(pause.map { $0 * 2 } ?? firstPause, longestPause)
                queue.putBack(content)
                queue.rest(for: pause ?? interval)
            }
        }
    }

    /// The newest content, while it waits for the writing thread.
    private final class Queue: Sendable {
        private struct Pending: Sendable {
            var content: Content?
            var hasWriter = false
            var skipsRests = false
        }

        private let pending = Locked(Pending())
        private let parker: Parker

        init(parker: Parker) { self.parker = parker }

        /// Stores content; returns whether a writing thread must be started.
        func append(_ content: @escaping Content) -> Bool {
            pending.withLock { pending in
                pending.content = content
                defer { pending.hasWriter = true }
                return !pending.hasWriter
            }
        }

        /// Stores content again that could not be written, unless there is newer content or no
        /// time.
        func putBack(_ content: @escaping Content) {
            pending.withLock { pending in
                if pending.content == nil, !pending.skipsRests { pending.content = content }
            }
        }

        /// Removes and returns the content; without any, the writing thread ends.
        func removeContent() -> Content? {
            pending.withLock { pending in
                defer { pending.content = nil }
                if pending.content == nil { pending.hasWriter = false }
                return pending.content
            }
        }

        func writerEnded() { pending.withLock { $0.hasWriter = false } }

        func skipRests() {
            pending.withLock { $0.skipsRests = true }
            parker.tell()
        }

        func rest(for microseconds: Int64) {
            guard !pending.withLock({ $0.skipsRests }) else { return }
            _ = try? parker.wait(untilBoottime: SystemClock.now().boot + microseconds)
        }
    }
}

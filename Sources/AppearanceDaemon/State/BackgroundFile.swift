import EventLoop
import Linux

/// Keeps a file up with what it is to hold: at once, then at most twice a second, and at the end.
///
/// Writing waits for the disk, so it has a thread of its own, which is there only while there is
/// something to write. What cannot be written is tried again after a pause that doubles each time.
final class BackgroundFile {
    /// Makes the bytes; called on the thread that writes them.
    typealias Content = @Sendable () -> [UInt8]

    /// What there is to say; nothing while all goes well, or while it goes on failing.
    enum Event: Sendable {
        case failed(IOError)
        /// After a failure, the newest content is on the disk.
        case mended
    }

    private static let interval: Int64 = 500_000
    private static let firstPause: Int64 = 1_000_000
    private static let longestPause: Int64 = 30_000_000

    private let path: String
    private let desk: Queue
    private let mailbox: Mailbox<Event>
    private let delivery: MailboxDelivery<Event>
    private var thread: BackgroundThread?

    init(
        path: String, on loop: EventLoop, _ told: @escaping (Event) -> Void
    ) throws(IOError) {
        self.path = path
        desk = Queue(waiter: try Parker())
        mailbox = try Mailbox()
        delivery = try mailbox.deliver(on: loop) { $0.forEach(told) }
    }

    /// Writes this soon, unless something newer comes before.
    func write(_ content: @escaping Content) {
        guard desk.put(content) else { return }
        // The last thread has found nothing to do and ended, or is about to.
        thread?.join()
        let (desk, mailbox, path) = (desk, mailbox, path)
        do throws(IOError) {
            thread = try BackgroundThread.start(name: "state-writer") {
                Self.work(desk, mailbox, path)
            }
        } catch {
            desk.leave()
            mailbox.post(.failed(error))
        }
    }

    /// Waits until the newest content has been written, or has failed once more.
    func finish() {
        desk.hurry()
        thread?.join()
        thread = nil
    }

    private static func work(_ desk: Queue, _ mailbox: Mailbox<Event>, _ path: String) {
        var pause: Int64?
        while let content = desk.take() {
            do throws(IOError) {
                try Directory.create(directory(of: path), mode: 0o700)
                try AtomicFile.write(content(), to: path)
                if pause != nil { mailbox.post(.mended) }
                pause = nil
                desk.rest(for: interval)
            } catch {
                if pause == nil { mailbox.post(.failed(error)) }
                pause = min(pause.map { $0 * 2 } ?? firstPause, longestPause)
                desk.putBack(content)
                desk.rest(for: pause ?? interval)
            }
        }
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Where the newest content waits for its writer.
    private final class Queue: Sendable {
        private struct Pending: Sendable {
            var content: Content?
            var hasWriter = false
            var isHurried = false
        }

        private let paper = Locked(Pending())
        private let waiter: Parker

        init(waiter: Parker) { self.waiter = waiter }

        /// Puts content down; true when there is no writer to take it.
        func put(_ content: @escaping Content) -> Bool {
            paper.withLock { paper in
                paper.content = content
                defer { paper.hasWriter = true }
                return !paper.hasWriter
            }
        }

        /// Puts content down that could not be written, unless there is newer, or no time.
        func putBack(_ content: @escaping Content) {
            paper.withLock { paper in
                if paper.content == nil, !paper.isHurried { paper.content = content }
            }
        }

        /// Takes the content up; nil when there is none, and then the writer goes.
        func take() -> Content? {
            paper.withLock { paper in
                defer { paper.content = nil }
                if paper.content == nil { paper.hasWriter = false }
                return paper.content
            }
        }

        func leave() { paper.withLock { $0.hasWriter = false } }

        func hurry() {
            paper.withLock { $0.isHurried = true }
            waiter.tell()
        }

        func rest(for microseconds: Int64) {
            guard !paper.withLock({ $0.isHurried }) else { return }
            _ = try? waiter.wait(untilBoottime: SystemClock.now().boot + microseconds)
        }
    }
}

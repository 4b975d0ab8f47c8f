import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import EventLoop
import Linux
import Synchronization

/// Records the events and effects of a run, so that it can be replayed.
///
/// A thread writes to the disk: a slow disk costs memory, up to a limit, and never time. On a
/// failure, or at a limit, the recording ends with a log line, and the daemon continues.
final class RunRecorder {
    /// The size limit of a recording, in bytes.
    static let sizeLimit = 64 * 1024 * 1024
    /// The limit of unwritten lines, in bytes.
    private static let queueLimit = 4 * 1024 * 1024

    private let queue: Queue
    private let log: Log
    private let delivery: MailboxDelivery<IOError>
    private let thread: BackgroundThread
    private var size = 0
    private var isOver = false

    /// Creates a recorder with a new file.
    init(_ file: consuming AppendOnlyFile, on loop: EventLoop, log: Log) throws(IOError) {
        let queue = Queue(file, parker: try Parker())
        let mailbox = try Mailbox<IOError>()
        self.queue = queue
        self.log = log
        delivery = try mailbox.deliver(on: loop) { failures in
            for failure in failures {
                log.warning("the recording ends here and can be replayed to this point: \(failure)")
            }
        }
        thread = try BackgroundThread.start(name: "record-writer") { queue.work(mailbox) }
    }

    /// Records the state at the start of the run.
    func begin(_ header: RecordHeader) { append(header.line) }

    /// Records an event with its effects or its rejection.
    func note(_ event: Event, _ now: Moment, _ effects: [Effect], _ rejection: Rejection?) {
        guard !isOver else { return }
        append(RecordEntry(event, at: now, effects, rejection).line)
    }

    /// Waits until everything is written.
    func finish() {
        queue.end()
        thread.join()
    }

    private func append(_ line: [UInt8]) {
        guard size + line.count <= Self.sizeLimit
        else { return end(because: "it has reached \(Self.sizeLimit / 1024 / 1024) MiB") }
        switch queue.append(line, atMost: Self.queueLimit) {
        case .appended: size += line.count
        case .full: end(because: "the disk is too slow for it")
        case .closed: isOver = true
        }
    }

    private func end(because reason: String) {
        isOver = true
        log.warning("the recording ends here and can be replayed to this point: \(reason)")
    }
}

extension RunRecorder {
    /// The lines that wait for the writing thread.
    private final class Queue: Sendable {
        enum Outcome { case appended, full, closed }

        private struct Pending {
            var bytes: [UInt8] = []
            var isEnding = false
            var isClosed = false
        }

        private let file: AppendOnlyFile
        private let parker: Parker
        private let pending = Mutex(Pending())

        init(_ file: consuming AppendOnlyFile, parker: Parker) {
            self.file = file
            self.parker = parker
        }

        func append(_ line: [UInt8], atMost limit: Int) -> Outcome {
            let answer = pending.withLock { pending in
                if pending.isClosed { return Outcome.closed }
                guard pending.bytes.count + line.count <= limit else { return .full }
                pending.bytes += line
                return .appended
            }
            parker.tell()
            return answer
        }

        func end() {
            pending.withLock { $0.isEnding = true }
            parker.tell()
        }

        /// Writes until the end, or until a failure.
        func work(_ mailbox: Mailbox<IOError>) {
            do throws(IOError) {
                while let bytes = removeAll() {
                    if bytes.isEmpty {
                        _ = try parker.wait(untilBoottime: nil)
                    } else {
                        try file.append(bytes)
                    }
                }
            } catch {
                pending.withLock { $0 = Pending(isClosed: true) }
                mailbox.post(error)
            }
        }

        /// Returns the waiting lines, often none; `nil` after the end.
        private func removeAll() -> [UInt8]? {
            pending.withLock { pending in
                if pending.bytes.isEmpty, pending.isEnding { return nil }
                defer { pending.bytes = [] }
                return pending.bytes
            }
        }
    }
}

import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import EventLoop
import Linux
import Synchronization

/// Writes down what happens and what is decided, so that the run can be replayed.
///
/// The disk is left to a thread: a slow one costs memory, up to a bound, and never time. When it
/// fails or a bound is reached the record ends, which is said once, and the service goes on.
final class RunRecorder {
    /// A record grows to this many bytes at most.
    static let largest = 64 * 1024 * 1024
    /// Lines that wait for the disk take so many bytes at most.
    private static let mostWaiting = 4 * 1024 * 1024

    private let desk: Queue
    private let log: Log
    private let delivery: MailboxDelivery<IOError>
    private let thread: BackgroundThread
    private var size = 0
    private var isOver = false

    /// Will write to a new file.
    init(_ file: consuming AppendOnlyFile, on loop: EventLoop, log: Log) throws(IOError) {
        let desk = Queue(file, waiter: try Parker())
        let mailbox = try Mailbox<IOError>()
        self.desk = desk
        self.log = log
        delivery = try mailbox.deliver(on: loop) { failures in
            for failure in failures {
                log.warning("the record ends here, and can be replayed to here: \(failure)")
            }
        }
        thread = try BackgroundThread.start(name: "record-writer") { desk.work(mailbox) }
    }

    /// Takes down what is when the run begins.
    func begin(_ header: RecordHeader) { put(header.line) }

    /// Takes down an event and what came of it.
    func note(_ event: Event, _ now: Moment, _ effects: [Effect]) {
        guard !isOver else { return }
        put(RecordEntry(event, at: now, effects).line)
    }

    /// Waits until everything has been written.
    func finish() {
        desk.end()
        thread.join()
    }

    private func put(_ line: [UInt8]) {
        guard size + line.count <= Self.largest
        else { return end(because: "it has reached \(Self.largest / 1024 / 1024) MiB") }
        switch desk.put(line, atMost: Self.mostWaiting) {
        case .taken: size += line.count
        case .full: end(because: "the disk is too slow for it")
        case .closed: isOver = true
        }
    }

    private func end(because reason: String) {
        isOver = true
        log.warning("the record ends here, and can be replayed to here: \(reason)")
    }
}

extension RunRecorder {
    /// Where lines wait for their writer, which is a thread of its own.
    private final class Queue: Sendable {
        enum Outcome { case taken, full, closed }

        private struct Pending {
            var bytes: [UInt8] = []
            var isEnding = false
            var isClosed = false
        }

        private let file: AppendOnlyFile
        private let waiter: Parker
        private let tray = Mutex(Pending())

        init(_ file: consuming AppendOnlyFile, waiter: Parker) {
            self.file = file
            self.waiter = waiter
        }

        func put(_ line: [UInt8], atMost limit: Int) -> Outcome {
            let answer = tray.withLock { tray in
                if tray.isClosed { return Outcome.closed }
                guard tray.bytes.count + line.count <= limit else { return .full }
                tray.bytes += line
                return .taken
            }
            waiter.tell()
            return answer
        }

        func end() {
            tray.withLock { $0.isEnding = true }
            waiter.tell()
        }

        /// Writes until the end, or until it cannot.
        func work(_ mailbox: Mailbox<IOError>) {
            do throws(IOError) {
                while let bytes = take() {
                    if bytes.isEmpty {
                        _ = try waiter.wait(untilBoottime: nil)
                    } else {
                        try file.append(bytes)
                    }
                }
            } catch {
                tray.withLock { $0 = Pending(isClosed: true) }
                mailbox.post(error)
            }
        }

        /// What waits, often nothing; nil when nothing will come any more.
        private func take() -> [UInt8]? {
            tray.withLock { tray in
                if tray.bytes.isEmpty, tray.isEnding { return nil }
                defer { tray.bytes = [] }
                return tray.bytes
            }
        }
    }
}

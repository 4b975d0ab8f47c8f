import AppearanceEngine
import LinuxIO
import Synchronization

/// Keeps the state file up with the state: at once, then at most twice a second, and at the end.
///
/// Writing waits for the disk, so it has a thread of its own, which is there only while there is
/// something to write.
final class StateKeeper {
    private static let interval: Int64 = 500_000

    private let path: String
    private let desk: Desk
    private let mailbox: Mailbox<IOFailure>
    private let delivery: MailboxDelivery<IOFailure>
    private var thread: BackgroundThread?

    init(path: String, on loop: EventLoop, log: Log) throws(IOFailure) {
        self.path = path
        desk = Desk(waiter: try Waiter())
        mailbox = try Mailbox()
        let warnings = WarnOnce(log)
        delivery = try mailbox.deliver(on: loop) { $0.forEach(warnings.warn) }
    }

    /// What was kept last; nil when there is nothing that makes sense.
    static func load(_ path: String, log: Log) -> SavedState? {
        do throws(IOFailure) {
            let bytes = try File.read(path, limit: StateFile.largest)
            if let state = StateFile.decode(bytes) { return state }
            log.warning("the state file \(path) makes no sense and will be written anew")
        } catch {
            // Where there is no directory either, it is the first write that has something to say.
            let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
            if !isAbsent { log.warning("the state cannot be read: \(error)") }
        }
        return nil
    }

    func keep(_ state: SavedState) {
        guard desk.put(state) else { return }
        // The last thread has found nothing to do and ended, or is about to.
        thread?.join()
        let (desk, mailbox, path) = (desk, mailbox, path)
        do throws(IOFailure) {
            thread = try BackgroundThread.start(name: "state-writer") {
                Self.work(desk, mailbox, path)
            }
        } catch {
            desk.leave()
            mailbox.post(error)
        }
    }

    /// Waits until the last state has been written.
    func finish() {
        desk.hurry()
        thread?.join()
        thread = nil
    }

    private static func work(_ desk: Desk, _ mailbox: Mailbox<IOFailure>, _ path: String) {
        while let state = desk.take() {
            do throws(IOFailure) {
                try Directory.create(directory(of: path), mode: 0o700)
                try AtomicFile.write(StateFile.encode(state), to: path)
            } catch {
                mailbox.post(error)
            }
            desk.rest(for: interval)
        }
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Where the newest state waits for its writer.
    private final class Desk: Sendable {
        private struct Paper {
            var state: SavedState?
            var hasWriter = false
            var isHurried = false
        }

        private let paper = Mutex(Paper())
        private let waiter: Waiter

        init(waiter: Waiter) { self.waiter = waiter }

        /// Puts a state down; true when there is no writer to take it.
        func put(_ state: SavedState) -> Bool {
            paper.withLock { paper in
                paper.state = state
                defer { paper.hasWriter = true }
                return !paper.hasWriter
            }
        }

        /// Takes the state up; nil when there is none, and then the writer goes.
        func take() -> SavedState? {
            paper.withLock { paper in
                defer { paper.state = nil }
                if paper.state == nil { paper.hasWriter = false }
                return paper.state
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

    /// Says the first failure; the others would say the same.
    private final class WarnOnce {
        private let log: Log
        private var hasWarned = false

        init(_ log: Log) { self.log = log }

        func warn(_ failure: IOFailure) {
            guard !hasWarned else { return }
            hasWarned = true
            log.warning("the state cannot be kept, so a restart will not know it: \(failure)")
        }
    }
}

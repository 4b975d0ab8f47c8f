import AppearanceModel
import EventLoop
import Linux

/// A file that follows its content: written at once, then at most twice a second, and at the end.
///
/// A failed write is retried with a doubling pause. Each write has a thread of its own.
final class BackgroundFile {
    /// Returns the bytes; called on the writing thread.
    typealias Content = @Sendable () -> [UInt8]

    /// A change of success: the first failure, and the first success after it.
    enum Event: Sendable {
        case failed(IOError)
        /// After a failure, the newest content is on disk.
        case recovered
    }

    private static let interval = Duration.milliseconds(500)

    private let path: String
    private let report: (Event) -> Void
    /// The result of each write.
    private let mailbox: Mailbox<IOError?>
    private var delivery: MailboxDelivery<IOError?>?
    /// The newest content, until a thread writes it.
    private var content: Content?
    /// The content that is being written, and its thread.
    private var writing: (content: Content, thread: BackgroundThread)?
    /// The end of the pause after a write.
    private var timer: TimerSource?
    private var isResting = false
    private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    private var hasFailed = false

    init(
        path: String, on loop: EventLoop, _ report: @escaping (Event) -> Void
    ) throws(IOError) {
        self.path = path
        self.report = report
        mailbox = try Mailbox()
        delivery = try MailboxDelivery(of: mailbox, on: loop) { [weak self] results in
            for error in results { self?.writeEnded(error) }
        }
        timer = try loop.timer(.boottime) { [weak self] in
            self?.isResting = false
            self?.start()
        }
    }

    /// Writes this content soon, unless a newer one comes before.
    func write(_ content: @escaping Content) {
        self.content = content
        start()
    }

    /// Waits until the newest content is written, or has failed once more, which is reported.
    func finish() {
        if let (written, thread) = writing {
            thread.join()
            // The loop, which delivers the result otherwise, may not run again.
            if mailbox.takeAll().contains(where: { $0 != nil }) { content = content ?? written }
        }
        writing = nil
        if let content, let error = Self.write(content, to: path), !hasFailed {
            hasFailed = true
            report(.failed(error))
        }
        content = nil
    }

    private func start() {
        guard writing == nil, !isResting, let content else { return }
        self.content = nil
        do throws(IOError) {
            let thread = try BackgroundThread.start(name: "state-writer") { [mailbox, path] in
                mailbox.post(Self.write(content, to: path))
            }
            writing = (content, thread)
        } catch {
            rest(after: error, of: content)
        }
    }

    private func writeEnded(_ error: IOError?) {
        guard let (content, thread) = writing else { return }
        thread.join()
        writing = nil
        rest(after: error, of: content)
    }

    /// Reports a change of success, and waits before the next write.
    private func rest(after error: IOError?, of written: @escaping Content) {
        if let error {
            content = content ?? written
            if !hasFailed { report(.failed(error)) }
            timer?.arm(after: backoff.next())
        } else {
            if hasFailed { report(.recovered) }
            backoff.reset()
            timer?.arm(after: Self.interval)
        }
        hasFailed = error != nil
        isResting = true
    }

    private static func write(_ content: Content, to path: String) -> IOError? {
        do throws(IOError) {
            try Directory.create(Path.directory(of: path), mode: 0o700)
            try AtomicFile.write(content(), to: path)
            return nil
        } catch {
            return error
        }
    }
}

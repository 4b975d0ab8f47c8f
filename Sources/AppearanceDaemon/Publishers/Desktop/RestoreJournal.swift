import AppearanceDesktop
import EventLoop
import Linux

/// The original values of the desktop's settings on disk: written before a setting is changed, so
/// that even a crash in between can be restored from.
final class RestoreJournal {
    private typealias Waiting = (Result<Void, IOError>) -> Void

    private let path: String
    private let mailbox: Mailbox<Result<Void, IOError>>
    private var delivery: MailboxDelivery<Result<Void, IOError>>?
    private var ledger = DesktopLedger()
    private var waiting: [Waiting] = []
    private var served: [Waiting] = []
    private var idleCallbacks: [() -> Void] = []
    private var thread: BackgroundThread?
    private let log: Log

    /// Creates an empty journal; `load` reads the file.
    init(_ path: String, on loop: EventLoop, log: Log) throws(IOError) {
        self.path = path
        self.log = log
        mailbox = try Mailbox()
        delivery = try mailbox.deliver(on: loop) { [weak self] results in
            for result in results { self?.hasWritten(result) }
        }
    }

    /// Returns our values when a setting was last followed.
    func lastValues(of setting: DesktopSetting) -> [String] { ledger.lastValues(of: setting) }

    /// Reads the file.
    func load() {
        let stored = StoredFile.read(
            path, limit: DesktopLedger.largestFile,
            ifInvalid: "will be replaced; the original values of the desktop's settings are lost",
            subject: "the restore journal", log: log, decode: DesktopLedger.init(decoding:))
        ledger = stored ?? DesktopLedger()
    }

    /// Records the values that are about to be replaced; `then` is called when they are on disk, or
    /// cannot be.
    func willWrite(
        _ value: String, to setting: DesktopSetting,
        over present: [DesktopSetting: String?], then: @escaping (Result<Void, IOError>) -> Void
    ) {
        ledger.willWrite(value, to: setting, over: present[setting] ?? nil)
        for (companion, value) in present where companion != setting {
            ledger.willChange(companion, from: value)
        }
        waiting.append(then)
        write()
    }

    /// Records that a value has been written.
    func didWrite(_ value: String, to setting: DesktopSetting) {
        ledger.didWrite(value, to: setting)
        waiting.append { _ in }
        write()
    }

    /// Starts a thread that writes the newest content, unless one runs.
    private func write() {
        guard thread == nil else { return }
        served = waiting
        waiting = []
        let (path, mailbox, bytes) = (path, mailbox, ledger.encoded)
        do throws(IOError) {
            thread = try BackgroundThread.start(name: "journal-writer") {
                mailbox.post(Result { () throws(IOError) in try Self.replace(bytes, at: path) })
            }
        } catch {
            mailbox.post(.failure(error))
        }
    }

    private static func replace(_ bytes: [UInt8], at path: String) throws(IOError) {
        if let slash = path.lastIndex(of: "/") {
            try Directory.create(String(path[..<slash]), mode: 0o700)
        }
        try AtomicFile.write(bytes, to: path)
    }

    private func hasWritten(_ result: Result<Void, IOError>) {
        thread?.join()
        thread = nil
        let served = self.served
        self.served = []
        if !waiting.isEmpty { write() }
        for then in served { then(result) }
        guard thread == nil else { return }
        let idle = idleCallbacks
        idleCallbacks = []
        for then in idle { then() }
    }

    /// Calls back when nothing is being written.
    func whenWritten(_ then: @escaping () -> Void) {
        thread == nil ? then() : idleCallbacks.append(then)
    }

    /// Waits until everything is written.
    func finish() {
        thread?.join()
        guard !waiting.isEmpty else { return }
        try? Self.replace(ledger.encoded, at: path)
    }
}

import AppearanceDesktop
import EventLoop
import Linux

/// Keeps the ledger of what was changed on the desktop: what it was before is on the disk before it
/// is changed, so that even a crash in the midst of it leaves the way back.
final class RestoreJournal {
    private typealias Waiting = (Result<Void, IOError>) -> Void

    private let path: String
    private let mailbox: Mailbox<Result<Void, IOError>>
    private var delivery: MailboxDelivery<Result<Void, IOError>>?
    private var ledger = DesktopLedger()
    private var waiting: [Waiting] = []
    private var served: [Waiting] = []
    private var whenIdle: [() -> Void] = []
    private var thread: BackgroundThread?
    private let log: Log

    /// Knows nothing before `load`.
    init(_ path: String, on loop: EventLoop, log: Log) throws(IOError) {
        self.path = path
        self.log = log
        mailbox = try Mailbox()
        delivery = try mailbox.deliver(on: loop) { [weak self] results in
            for result in results { self?.hasWritten(result) }
        }
    }

    subscript(setting: DesktopSetting) -> DesktopLedger.Entry? { ledger[setting] }

    /// Reads what was kept last, by this program or another.
    func load() { ledger = kept() }

    private func kept() -> DesktopLedger {
        do throws(IOError) {
            let bytes = try File.read(path, limit: DesktopLedger.largestFile)
            if let ledger = DesktopLedger(decoding: bytes) { return ledger }
            log.warning(
                "\(path) makes no sense and will be written anew; what the desktop's settings were"
                    + " before the first change is not known any more")
        } catch {
            let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
            if !isAbsent { log.warning("what was changed on the desktop is not known: \(error)") }
        }
        return DesktopLedger()
    }

    /// Notes that values are about to be written over others; `then` is called when that is on the
    /// disk, or cannot be.
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

    /// Notes that a value has been written.
    func didWrite(_ value: String, to setting: DesktopSetting) {
        ledger.didWrite(value, to: setting)
        waiting.append { _ in }
        write()
    }

    /// One thread at a time, and the newest of what waits for it.
    private func write() {
        guard thread == nil else { return }
        served = waiting
        waiting = []
        let (path, mailbox, bytes) = (path, mailbox, ledger.encoded)
        do throws(IOError) {
            thread = try BackgroundThread.start(name: "ledger-writer") {
                mailbox.post(Result { () throws(IOError) in try Self.put(bytes, at: path) })
            }
        } catch {
            mailbox.post(.failure(error))
        }
    }

    private static func put(_ bytes: [UInt8], at path: String) throws(IOError) {
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
        let idle = whenIdle
        whenIdle = []
        for then in idle { then() }
    }

    /// Does something when nothing is being written.
    func afterWriting(_ then: @escaping () -> Void) {
        thread == nil ? then() : whenIdle.append(then)
    }

    /// Waits until what is being written has been.
    func finish() {
        thread?.join()
        guard !waiting.isEmpty else { return }
        try? Self.put(ledger.encoded, at: path)
    }
}

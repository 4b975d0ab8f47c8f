import AppearanceDesktop
import EventLoop
import Linux

/// Edits settings files of the user, on a thread of its own.
final class SettingsFileEditor {
    /// The number of edits, and their lock: two settings may be in one file.
    ///
    /// An empty value has the address of the lock itself, and the thread sanitizer would take its changes
    /// for those of the lock.
    private static let edits = Locked(0)

    private let mailbox: Mailbox<Result<Void, IOError>>
    private var delivery: MailboxDelivery<Result<Void, IOError>>?
    private var thread: BackgroundThread?
    private var then: ((Result<Void, IOError>) -> Void)?

    init(on loop: EventLoop) throws(IOError) {
        mailbox = try Mailbox()
        delivery = try mailbox.deliver(on: loop) { [weak self] results in
            for result in results { self?.hasEdited(result) }
        }
    }

    /// Sets a key in a file, one edit at a time; `then` is called when it is on disk, or cannot be.
    func set(
        _ key: String, in group: String, to value: String, at path: String,
        then: @escaping (Result<Void, IOError>) -> Void
    ) {
        self.then = then
        let mailbox = mailbox
        do throws(IOError) {
            thread = try BackgroundThread.start(name: "settings-writer") {
                mailbox.post(
                    Result { () throws(IOError) in
                        try Self.edit(path) {
                            SettingsText.setting(key, in: group, to: value, of: $0)
                        }
                    })
            }
        } catch {
            mailbox.post(.failure(error))
        }
    }

    /// Waits until the edit is on disk.
    func finish() { thread?.join() }

    private static func edit(
        _ path: String, _ change: (String) -> String
    ) throws(IOError) {
        // A link remains a link.
        let path = File.resolved(path)
        let result = edits.withLock { count in
            count += 1
            return Result { () throws(IOError) in
                let bytes = try File.readIfPresent(path, limit: SettingsText.largestFile) ?? []
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw .system(call: "read", subject: path, errno: .illegalByteSequence)
                }
                try Directory.create(Path.directory(of: path), mode: 0o755)
                try AtomicFile.write(Array(change(text).utf8), to: path, permissions: .kept)
            }
        }
        try result.get()
    }

    private func hasEdited(_ result: Result<Void, IOError>) {
        thread?.join()
        thread = nil
        let then = self.then
        self.then = nil
        then?(result)
    }
}

import AppearanceDesktop
import DesktopControl
import EventLoop
import Linux

/// The original values of the desktop's settings on disk: written before a setting is changed, so
/// that even a crash in between can be restored from.
final class RestoreJournal {
    typealias Outcome = Result<Void, DesktopError>
    private typealias Waiting = (Outcome) -> Void

    private let file: JournalFile
    private let loop: EventLoop
    private(set) var content = SettingsJournal()
    private var waiting: [Waiting] = []
    private var served: [Waiting] = []
    private var idleCallbacks: [() -> Void] = []
    private var work: BackgroundWork<Outcome>?
    private let log: Log

    /// Creates an empty journal; `load` reads the file.
    init(in directory: String, on loop: EventLoop, log: Log) {
        file = JournalFile(of: .desktop, in: directory)
        self.loop = loop
        self.log = log
    }

    /// Reads the file.
    func load() { content = file.read(log) ?? SettingsJournal() }

    /// Records a change; `then` is called when it is on disk, or cannot be.
    func record(
        _ change: (inout SettingsJournal) -> Void, then: @escaping (Outcome) -> Void = { _ in }
    ) {
        change(&content)
        waiting.append(then)
        write()
    }

    /// Starts a thread that writes the newest content, unless one runs.
    private func write() {
        guard work == nil else { return }
        served = waiting
        waiting = []
        let (file, content) = (file, content)
        do throws(IOError) {
            work = try BackgroundWork("journal-writer", on: loop) {
                Outcome { () throws(DesktopError) in try file.write(content) }
            } then: { [weak self] in
                self?.hasWritten($0)
            }
        } catch {
            hasWritten(.failure(.unsaved(error)))
        }
    }

    private func hasWritten(_ result: Outcome) {
        work = nil
        let served = self.served
        self.served = []
        if !waiting.isEmpty { write() }
        for then in served { then(result) }
        guard work == nil else { return }
        let idle = idleCallbacks
        idleCallbacks = []
        for then in idle { then() }
    }

    /// Calls back when nothing is being written.
    func whenWritten(_ then: @escaping () -> Void) {
        work == nil ? then() : idleCallbacks.append(then)
    }

    /// Waits until everything is written.
    func finish() {
        work?.finish()
        guard !waiting.isEmpty else { return }
        try? file.write(content)
    }
}

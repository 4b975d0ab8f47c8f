import AppearanceDesktop
import DesktopControl
import EventLoop
import Linux

/// The original values of the desktop's settings on disk: written before a setting is changed, so
/// that even a crash in between can be restored from.
final class RestoreJournal {
    typealias Outcome = Result<Void, DesktopError>
    typealias Change = (inout SettingsJournal) -> Void

    private let file: JournalFile
    private let loop: EventLoop
    /// The content of the file.
    private(set) var content = SettingsJournal()
    private var waiting: [(change: Change, then: (Outcome) -> Void)] = []
    private var served: [(Outcome) -> Void] = []
    private var idleCallbacks: [() -> Void] = []
    /// The content that is being written.
    private var next = SettingsJournal()
    private var work: BackgroundWork<Outcome>?
    private let log: Log

    /// Creates an empty journal; `load` reads the file.
    init(in directory: String, on loop: EventLoop, log: Log) {
        file = JournalFile(of: .desktop, in: directory)
        self.loop = loop
        self.log = log
    }

    /// Reads the file; until it can be read, nothing may be changed.
    func load() throws(DesktopError) { content = try file.read(log) ?? SettingsJournal() }

    /// Records a change; `then` is called when it is on disk, or cannot be and is dropped.
    func record(_ change: @escaping Change, then: @escaping (Outcome) -> Void = { _ in }) {
        waiting.append((change, then))
        write()
    }

    /// Starts a thread that writes the content with all changes, unless one runs.
    private func write() {
        guard work == nil else { return }
        next = content
        for (change, _) in waiting { change(&next) }
        served = waiting.map(\.then)
        waiting = []
        let (file, next) = (file, next)
        do throws(IOError) {
            work = try BackgroundWork("journal-writer", on: loop) {
                Outcome { () throws(DesktopError) in try file.write(next) }
            } then: { [weak self] in
                self?.hasWritten($0)
            }
        } catch {
            hasWritten(.failure(.unsaved(error)))
        }
    }

    private func hasWritten(_ result: Outcome) {
        work = nil
        if case .success = result { content = next }
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
        for (change, _) in waiting { change(&next) }
        try? file.write(next)
    }
}

import AppearanceEngine
import EventLoop
import Linux

/// Keeps what outlives a restart: the state, and the last configuration that could be taken.
final class StateFileStore: StateStore {
    private let state: BackgroundFile
    private let copy: BackgroundFile
    private let copyPath: String
    /// The configuration that was handed in last; nil while what lies on the disk counts.
    private var newestCopy: [UInt8]?

    init(
        statePath: String, copyPath: String, on loop: EventLoop, log: Log
    ) throws(IOError) {
        let trouble = Trouble(log)
        state = try BackgroundFile(path: statePath, on: loop) { trouble.hear($0, of: statePath) }
        copy = try BackgroundFile(path: copyPath, on: loop) { trouble.hear($0, of: copyPath) }
        self.copyPath = copyPath
    }

    /// What was kept last; nil when there is nothing that makes sense.
    static func load(_ path: String, log: Log) -> SavedState? {
        do throws(IOError) {
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

    func keep(_ saved: SavedState) {
        state.write { StateFile.encode(saved) }
    }

    /// Keeps the text of a configuration that was taken, unless it is what is kept.
    func keep(configuration text: [UInt8]) {
        let sealed = LastKnownGood.sealed(text)
        let kept = newestCopy ?? (try? File.read(copyPath, limit: LastKnownGood.largest))
        guard kept != sealed else { return }
        newestCopy = sealed
        copy.write { sealed }
    }

    /// Waits until the newest of both has been written.
    func finish() {
        state.finish()
        copy.finish()
    }

    /// Says that something cannot be kept, and when all of it can be again, once each.
    private final class Trouble {
        private let log: Log
        private var failing: Set<String> = []

        init(_ log: Log) { self.log = log }

        func hear(_ news: BackgroundFile.Event, of path: String) {
            let wasWell = failing.isEmpty
            switch news {
            case .failed(let failure):
                failing.insert(path)
                guard wasWell else { return }
                log.warning("the state cannot be kept, so a restart will not know it: \(failure)")
            case .mended:
                failing.remove(path)
                if failing.isEmpty { log.notice("the state is kept again") }
            }
        }
    }
}

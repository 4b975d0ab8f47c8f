import AppearanceConfig
package import AppearanceEngine
import AppearanceProtocol
import AppearanceRecord
import EventLoop
import Linux

/// Saves the state across restarts: the engine's, and the last valid configuration.
final class StateFileStore: StateStore {
    private let state: BackgroundFile
    private let lastKnownGood: BackgroundFile
    private let copyPath: String
    /// The last saved configuration; `nil` before the first save.
    private var savedCopy: [UInt8]?

    init(
        statePath: String, copyPath: String, on loop: EventLoop, log: Log
    ) throws(IOError) {
        let failures = FailureLog(log)
        state = try BackgroundFile(path: statePath, on: loop) { failures.log($0, of: statePath) }
        lastKnownGood = try BackgroundFile(path: copyPath, on: loop) {
            failures.log($0, of: copyPath)
        }
        self.copyPath = copyPath
    }

    /// Reads the saved state; `nil` if there is no valid one.
    static func load(_ path: String, log: Log) -> SavedState? {
        // A missing directory is reported by the first write.
        KeptFile(path, limit: StateFile.sizeLimit).load(
            "the state", withoutIt: "mode and pause are lost", log: log, decode: StateFile.decode)
    }

    func save(_ newState: SavedState) {
        state.write { StateFile.encode(newState) }
    }

    /// Saves the text of a valid configuration, unless it is saved already.
    func save(configuration text: [UInt8]) {
        let sealed = LastGoodCopy.sealed(text)
        let current = savedCopy ?? (try? File.read(copyPath, limit: LastGoodCopy.sizeLimit))
        guard current != sealed else { return }
        savedCopy = sealed
        lastKnownGood.write { sealed }
    }

    /// Replaces the copy, if there is one, by that of an empty file, which has the defaults.
    func forgetConfiguration() {
        if savedCopy != nil || File.exists(copyPath) { save(configuration: []) }
    }

    /// Waits until both files are written.
    func finish() {
        state.finish()
        lastKnownGood.finish()
    }

    /// Logs the first failure, and the end of all failures.
    private final class FailureLog {
        private let output: Log
        private var failing: Set<String> = []

        init(_ log: Log) { output = log }

        func log(_ event: BackgroundFile.Event, of path: String) {
            let isFirst = failing.isEmpty
            switch event {
            case .failed(let error):
                failing.insert(path)
                guard isFirst else { return }
                output.warning("cannot save the state; a restart begins without it: \(error)")
            case .recovered:
                failing.remove(path)
                if failing.isEmpty { output.notice("the state is saved again") }
            }
        }
    }
}

/// The state file: the state across restarts, as one JSON object.
///
/// Members of a newer version are dropped by the next write: they belong to a state that is no longer in
/// effect.
package enum StateFile {
    /// The size limit of the file, in bytes.
    static let sizeLimit = 64 * 1024
    private static let version: Int64 = 1

    /// Returns the text of the file.
    package static func encode(_ state: SavedState) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("version", version)
            writer.members(of: state)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads the text of the file; `nil` if any part of it is invalid.
    package static func decode(_ bytes: [UInt8]) -> SavedState? {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == version
        else { return nil }
        return try? SavedState(Fields(json, of: "state"))
    }
}

/// The store of the state across restarts; only `finish` waits.
package protocol StateStore: AnyObject {
    /// Saves a state in place of the previous one.
    func save(_ state: SavedState)
    /// Saves the text of a valid configuration.
    func save(configuration text: [UInt8])
    /// Forgets the configuration that was saved, as its file is gone.
    func forgetConfiguration()
    /// Waits until the last of both is saved.
    func finish()
}

import AppearanceModel
import AppearanceRecord
import Diagnosis
import Linux

/// The file of the history.
enum KeptHistory {
    private static var path: String? {
        BaseDirectories { CurrentProcess.variable($0) }.state.map { "\($0)/\(History.fileName)" }
    }

    /// Returns the history, empty if there is none or it cannot be read.
    static func read() -> History {
        (try? History.kept { CurrentProcess.variable($0) }) ?? History([])
    }

    /// Deletes the history; returns its bytes, for an undo.
    static func delete() throws(IOError) -> [UInt8]? {
        guard let path, File.exists(path) else { return nil }
        let bytes = try File.read(path, limit: 64 << 20)
        File.remove(path)
        return bytes
    }

    /// Puts deleted lines before those that were written since.
    static func restore(_ bytes: [UInt8]) throws(IOError) {
        guard let path else { return }
        let since = File.exists(path) ? try File.read(path, limit: 64 << 20) : []
        try AtomicFile.write(bytes + since, to: path)
    }
}

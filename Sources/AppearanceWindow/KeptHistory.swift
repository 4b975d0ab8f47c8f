import AppearanceModel
import AppearanceRecord
import Diagnosis
import Linux

/// The file of the history.
enum KeptHistory {
    private static var path: String? { History.path { CurrentProcess.variable($0) } }

    /// The state of the file, by which a change is noticed; `nil` without a home.
    static var stamp: FileStamp? { path.flatMap { FileStamp(of: $0) } }

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

/// The origins of a page of the history; the page of equal ones is the same.
struct HistorySource: Equatable {
    let file: FileStamp?
    let configuration: Configuration
    let minute: Int64
}

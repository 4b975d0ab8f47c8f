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

    private static let sizeLimit = 64 << 20

    /// Deletes the history, and the copies that were set aside when a clock was wrong or the file damaged.
    ///
    /// - Returns: The files with their bytes, for an undo.
    static func delete() throws(IOError) -> [(path: String, bytes: [UInt8])] {
        guard let path else { return [] }
        let copies = try KeptFile(path, limit: sizeLimit, asideAs: ".old").copies()
        var deleted: [(path: String, bytes: [UInt8])] = []
        for path in [path] + copies {
            guard let bytes = try File.readIfPresent(path, limit: sizeLimit) else { continue }
            try File.removeIfPresent(path)
            deleted.append((path, bytes))
        }
        return deleted
    }

    /// Restores deleted files, of the history the lines before those that were written since.
    static func restore(_ files: [(path: String, bytes: [UInt8])]) throws(IOError) {
        for (path, bytes) in files {
            let since = try File.readIfPresent(path, limit: sizeLimit) ?? []
            try AtomicFile.write(bytes + since, to: path)
        }
    }
}

/// The origins of a page of the history; the page of equal ones is the same.
struct HistorySource: Equatable {
    let file: FileStamp?
    let configuration: Configuration
    let minute: Int64
}

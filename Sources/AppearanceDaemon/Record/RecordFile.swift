import AppearanceRecord
import Linux

/// The file of a run recording: a new one, with the previous recording kept beside it.
enum RecordFile {
    /// Creates the file; an earlier recording in its place becomes `FILE.old`.
    static func make(_ path: String) throws(RecordFileError) -> AppendOnlyFile {
        if let beginning = try beginning(of: path) {
            guard beginning.isEmpty || beginning == RecordFormat.signature
            else { throw .taken(path: path) }
            try system { () throws(IOError) in try File.move(path, to: path + ".old") }
        }
        return try system { () throws(IOError) in try AppendOnlyFile(making: path) }
    }

    /// Returns the beginning of an existing file; `nil` if there is none.
    private static func beginning(of path: String) throws(RecordFileError) -> [UInt8]? {
        do throws(IOError) {
            return try File.beginning(of: path, count: RecordFormat.signature.count)
        } catch {
            guard error.errno == .noSuchFile else { throw .system(error) }
            return nil
        }
    }

    private static func system<Result: ~Copyable>(
        _ body: () throws(IOError) -> Result
    ) throws(RecordFileError) -> Result {
        do throws(IOError) { return try body() } catch { throw .system(error) }
    }
}

/// A run recording that cannot be started.
enum RecordFileError: Error, CustomStringConvertible {
    case system(IOError)
    /// The path holds a file that is not a run recording.
    case taken(path: String)

    var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .taken(let path):
            "\(path) exists and is not a run recording; name another file, or move it away"
        }
    }
}

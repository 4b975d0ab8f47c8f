import AppearanceRecord
import Linux

/// The file of a run recording: a new one, with the previous recording kept beside it.
enum RecordFile {
    /// Creates the file; an earlier recording in its place becomes `FILE.old`.
    ///
    /// - Returns: `nil` if the path holds a file that is not a run recording.
    static func make(_ path: String) throws(IOError) -> AppendOnlyFile? {
        if let beginning = try beginning(of: path) {
            guard beginning.isEmpty || beginning == RecordFormat.signature else { return nil }
            try File.move(path, to: path + ".old")
        }
        return try AppendOnlyFile(making: path)
    }

    /// Returns the beginning of an existing file; `nil` if there is none.
    private static func beginning(of path: String) throws(IOError) -> [UInt8]? {
        do throws(IOError) {
            return try File.beginning(of: path, count: RecordFormat.signature.count)
        } catch {
            guard error.errno == .noSuchFile else { throw error }
            return nil
        }
    }
}

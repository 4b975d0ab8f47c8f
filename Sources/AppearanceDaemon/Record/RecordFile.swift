import AppearanceRecord
import Linux

/// Where a record goes: a new file, with the record before it kept beside it.
enum RecordFile {
    /// Why a record cannot be begun.
    enum Fault: Error, CustomStringConvertible {
        case system(IOError)
        /// What is there is somebody's, and no record.
        case taken(path: String)

        var description: String {
            switch self {
            case .system(let failure): "\(failure)"
            case .taken(let path):
                "\(path) is there already and is no record; name another file, or move it away"
            }
        }
    }

    /// Makes the file; an earlier record in its place becomes `FILE.old`.
    static func make(_ path: String) throws(Fault) -> AppendOnlyFile {
        if let beginning = try beginning(of: path) {
            guard beginning.isEmpty || beginning == RecordFormat.signature
            else { throw .taken(path: path) }
            try system { () throws(IOError) in try File.move(path, to: path + ".old") }
        }
        return try system { () throws(IOError) in try AppendOnlyFile(making: path) }
    }

    /// How the file that is there begins; nil where there is none.
    private static func beginning(of path: String) throws(Fault) -> [UInt8]? {
        do throws(IOError) {
            return try File.beginning(of: path, count: RecordFormat.signature.count)
        } catch {
            guard error.errno == .noSuchFile else { throw .system(error) }
            return nil
        }
    }

    private static func system<Result: ~Copyable>(
        _ body: () throws(IOError) -> Result
    ) throws(Fault) -> Result {
        do throws(IOError) { return try body() } catch { throw .system(error) }
    }
}

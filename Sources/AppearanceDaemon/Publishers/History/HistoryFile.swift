import AppearanceLimits
import AppearanceModel
import AppearanceRecord
import Linux

/// The file of the history, written by one thread at a time.
///
/// It is opened for each write. Once a day, and when it is full, old lines are dropped and the file is
/// replaced.
final class HistoryFile: Sendable {
    /// The share of the limit that is kept of a full file.
    private static let keptBytes = Limits.historyBytes / 2

    private let path: String
    private let days: Int
    /// The time at which old lines were last looked for; `nil` before the first write.
    private let checked = Locked<WallTime?>(nil)

    init(_ path: String, days: Int) {
        self.path = path
        self.days = days
    }

    /// Appends lines at a time of the wall clock; after a failure none of them is in the file.
    func append(_ lines: [UInt8], at now: WallTime) throws(IOError) {
        try Directory.create(Path.directory(of: path), mode: 0o700)
        var file = try AppendOnlyFile(opening: path)
        let isFull = try file.size + lines.count >= Limits.historyBytes
        let isDue = checked.withLock { last in
            last.map { now < $0 || now - $0 >= .days(1) } ?? true
        }
        if isFull || isDue {
            let bytes = try content()
            let kept = History.retained(
                bytes, days: days, at: now,
                limitBytes: isFull ? Self.keptBytes : Limits.historyBytes)
            if kept.count < bytes.count || isFull {
                try AtomicFile.write(kept, to: path)
                file = try AppendOnlyFile(opening: path)
            }
            checked.withLock { $0 = now }
        }
        try file.append(lines: lines)
    }

    private func content() throws(IOError) -> [UInt8] {
        do throws(IOError) {
            return try File.read(path, limit: 2 * Limits.historyBytes)
        } catch {
            // A file that is much larger is not ours; one that cannot be read now is kept.
            if case .tooLarge = error { return [] }
            throw error
        }
    }
}

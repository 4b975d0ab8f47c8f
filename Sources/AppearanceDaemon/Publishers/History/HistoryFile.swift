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

    private let file: KeptFile
    private let days: Int
    private let log: Log
    /// The time at which old lines were last looked for; `nil` before the first write.
    private let checked = Locked<WallTime?>(nil)

    init(_ path: String, days: Int, log: Log) {
        file = KeptFile(path, limit: 2 * Limits.historyBytes, asideAs: ".old")
        self.days = days
        self.log = log
    }

    /// Appends lines at a time of the wall clock; after a failure none of them is in the file.
    func append(_ lines: [UInt8], at now: WallTime) throws(IOError) {
        try Directory.create(Path.directory(of: file.path), mode: 0o700)
        var target = try AppendOnlyFile(opening: file.path)
        let isFull = try target.size + lines.count >= Limits.historyBytes
        let isDue = checked.withLock { last in
            last.map { now < $0 || now - $0 >= .days(1) } ?? true
        }
        if isFull || isDue {
            if try removeOldLines(at: now, isFull: isFull) {
                target = try AppendOnlyFile(opening: file.path)
            }
            checked.withLock { $0 = now }
        }
        try target.append(lines: lines)
    }

    /// Drops old lines; returns whether the file is another one now.
    ///
    /// One that would lose more than old lines is kept with another name.
    private func removeOldLines(at now: WallTime, isFull: Bool) throws(IOError) -> Bool {
        switch file.read(Optional.some) {
        case .absent: return true
        case .unreadable(let error): throw error
        case .invalid(let problem):
            // A file that is much larger is not ours.
            logCopy(try file.setAside(), because: problem)
            return true
        case .content(let bytes):
            let kept = History.retained(
                bytes, days: days, at: now,
                limitBytes: isFull ? Self.keptBytes : Limits.historyBytes)
            guard kept.bytes.count < bytes.count || isFull else { return false }
            if let reason = kept.reason { logCopy(try file.keepCopy(), because: reason) }
            try AtomicFile.write(kept.bytes, to: file.path)
            return true
        }
    }

    private func logCopy(_ copy: String, because reason: String) {
        log.warning("the history in \(file.path) \(reason), and is kept as \(copy)")
    }
}

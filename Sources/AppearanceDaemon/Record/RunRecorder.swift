import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import EventLoop
import Linux

/// Records the events and effects of a run, so that it can be replayed.
///
/// A thread writes to the disk: a slow disk costs memory, up to a limit, and never time. On a
/// failure, or at a limit, the recording ends with a log line, and the daemon continues.
final class RunRecorder {
    /// The size limit of a recording, in bytes.
    static let sizeLimit = 64 * 1024 * 1024
    /// The limit of unwritten lines, in bytes.
    private static let queueLimit = 4 * 1024 * 1024

    private let writer: LineWriter
    private let log: Log
    private var size = 0
    private var isOver = false

    /// Creates a recorder with a new file.
    init(_ file: AppendOnlyFile, on loop: EventLoop, log: Log) throws(IOError) {
        self.log = log
        writer = try LineWriter(
            "record-writer", limit: Self.queueLimit, onFailure: .end, on: loop,
            { bytes throws(IOError) in try file.append(bytes) },
            report: { event in
                guard case .failed(let error) = event else { return }
                log.warning(
                    "the recording ends here and can be replayed to this point: \(error)")
            })
    }

    /// Records the state at the start of the run.
    func begin(_ header: RecordHeader) { append(header.line) }

    /// Records an event with its effects or its rejection.
    func record(_ event: Event, _ now: Moment, _ effects: [Effect], _ rejection: Rejection?) {
        guard !isOver else { return }
        append(RecordEntry(event, at: now, effects, rejection).line)
    }

    /// Waits until everything is written.
    func finish() { writer.finish() }

    private func append(_ line: [UInt8]) {
        guard size + line.count <= Self.sizeLimit
        else { return end(because: "it has reached \(Self.sizeLimit / 1024 / 1024) MiB") }
        switch writer.append(line) {
        case .appended: size += line.count
        case .full: end(because: "the disk is too slow for it")
        case .closed: isOver = true
        }
    }

    private func end(because reason: String) {
        isOver = true
        log.warning("the recording ends here and can be replayed to this point: \(reason)")
    }
}

/// The file of a run recording: a new one, with the previous recording kept beside it.
enum RecordFile {
    /// Creates the file; an earlier recording in its place becomes `FILE.old`.
    ///
    /// - Returns: `nil` if the path holds a file that is not a run recording.
    static func make(_ path: String) throws(IOError) -> AppendOnlyFile? {
        if let beginning = try beginning(of: path) {
            if beginning.isEmpty {
                File.remove(path)
            } else {
                guard beginning == RecordFormat.signature else { return nil }
                try File.move(path, to: path + ".old")
            }
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

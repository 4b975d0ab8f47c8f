import Foundation

/// The output of a process so far and its exit status, read by its own threads.
///
/// A test waits on the condition, never by sleeping: every line and the end wake it.
final class ProcessOutput: @unchecked Sendable {
    /// One of the two streams.
    struct Stream {
        var bytes: [UInt8] = []
        /// The offset of the last unfinished line.
        var lineStart = 0
        /// The lines that no wait has taken or passed over yet.
        var waiting: [String] = []
        var isAtEnd = false
    }

    private let condition = NSCondition()
    private var streams = [Stream(), Stream()]
    private var status: ExitStatus?

    /// Adds bytes to a stream; no bytes mean its end.
    func append(_ bytes: some Collection<UInt8>, to index: Int) {
        condition.lock()
        defer { condition.unlock() }
        if bytes.isEmpty {
            let rest = streams[index].bytes[streams[index].lineStart...]
            if !rest.isEmpty {
                streams[index].waiting.append(String(decoding: rest, as: UTF8.self))
            }
            streams[index].isAtEnd = true
        } else {
            streams[index].bytes += bytes
            splitLines(of: index)
        }
        condition.broadcast()
    }

    private func splitLines(of index: Int) {
        let newline = UInt8(ascii: "\n")
        while let end = streams[index].bytes[streams[index].lineStart...].firstIndex(of: newline) {
            let line = streams[index].bytes[streams[index].lineStart..<end]
            streams[index].waiting.append(String(decoding: line, as: UTF8.self))
            streams[index].lineStart = end + 1
        }
    }

    func end(_ status: ExitStatus) {
        condition.lock()
        self.status = status
        condition.broadcast()
        condition.unlock()
    }

    /// Runs `find` under the lock at every change until it gives something or time is up.
    func wait<Found>(
        until deadline: Date, _ find: (inout [Stream], ExitStatus?) -> Found?
    ) -> Found? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let found = find(&streams, status) { return found }
            guard condition.wait(until: deadline) else { return find(&streams, status) }
        }
    }

    /// The complete output of a stream.
    func text(of index: Int) -> String {
        condition.lock()
        defer { condition.unlock() }
        return String(decoding: streams[index].bytes, as: UTF8.self)
    }
}

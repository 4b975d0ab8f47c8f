/// The output of a process so far and its exit status.
struct ProcessOutput {
    /// One of the two streams.
    struct Stream {
        private(set) var bytes: [UInt8] = []
        /// The offset of the last unfinished line.
        private var lineStart = 0
        /// The lines that no wait has taken or passed over yet.
        var waiting: [String] = []
        private(set) var isAtEnd = false

        /// The complete output.
        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// Adds bytes; no bytes mean the end.
        mutating func append(_ more: some Collection<UInt8>) {
            if more.isEmpty {
                if lineStart < bytes.count { addLine(upTo: bytes.count) }
                isAtEnd = true
            } else {
                bytes += more
                let newline = UInt8(ascii: "\n")
                while let end = bytes[lineStart...].firstIndex(of: newline) {
                    addLine(upTo: end)
                    lineStart = end + 1
                }
            }
        }

        private mutating func addLine(upTo end: Int) {
            waiting.append(String(decoding: bytes[lineStart..<end], as: UTF8.self))
        }
    }

    var streams = [Stream(), Stream()]
    /// The exit status; `nil` while the process runs.
    var status: ExitStatus?
}

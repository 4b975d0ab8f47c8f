import Glibc

/// The output of a process so far and its exit status.
struct ProcessOutput {
    /// One of the two streams: a pipe.
    struct Stream {
        private let descriptor: Int32
        private(set) var bytes: [UInt8] = []
        /// The offset of the last unfinished line.
        private var lineStart = 0
        /// The lines that no wait has taken or passed over yet.
        var waiting: [String] = []
        private(set) var isAtEnd = false

        /// The complete output.
        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// Creates the stream of a pipe, which must be open until the end.
        init(from descriptor: Int32) {
            self.descriptor = descriptor
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }

        /// Reads what the process has written, without waiting: a pipe holds no more than this.
        mutating func read() {
            guard !isAtEnd else { return }
            var count = 0
            let more = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(count, 0)
            }
            guard count != 0 else { return end() }
            if count < 0 { return errno == EAGAIN || errno == EINTR ? () : end() }
            bytes += more
            let newline = UInt8(ascii: "\n")
            while let end = bytes[lineStart...].firstIndex(of: newline) {
                addLine(upTo: end)
                lineStart = end + 1
            }
        }

        /// Reads no more.
        mutating func end() {
            guard !isAtEnd else { return }
            if lineStart < bytes.count { addLine(upTo: bytes.count) }
            isAtEnd = true
        }

        private mutating func addLine(upTo end: Int) {
            waiting.append(String(decoding: bytes[lineStart..<end], as: UTF8.self))
        }
    }

    var streams: [Stream]
    /// The exit status; `nil` while the process runs.
    var status: ExitStatus?
}

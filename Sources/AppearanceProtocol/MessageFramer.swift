internal import AppearanceLimits

/// Cuts a stream of bytes into messages, each ended by a NUL byte.
///
/// Bytes arrive in pieces of any size, as from a socket. After each piece, read messages until
/// there are none left: the rest is one unfinished message, so memory is bounded by the limit and
/// one piece. Every byte is read once and moved at most twice.
package struct MessageFramer: Sendable {
    /// The most bytes of a message, without its NUL.
    package let limit: Int
    private var buffer: [UInt8] = []
    /// The offset of the first unread message.
    private var start = 0
    /// The offset up to which there is no NUL.
    private var searched = 0

    /// Creates a framer with a limit of bytes a message, without its NUL.
    package init(limit: Int = Limits.callBytes) {
        self.limit = limit
    }

    /// Appends a piece of the stream.
    package mutating func append(_ piece: ArraySlice<UInt8>) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        buffer.append(contentsOf: piece)
    }

    /// Returns the next whole message without its NUL; `nil` until more bytes arrive.
    ///
    /// - Throws: `CallError` if a message is too long, and from then on: the next one cannot be
    ///   found.
    package mutating func next() throws(CallError) -> [UInt8]? {
        let end = buffer[searched...].firstIndex(of: 0)
        guard (end ?? buffer.count) - start <= limit else { throw CallError(tooLongFor: limit) }
        guard let end else {
            searched = buffer.count
            return nil
        }
        let message = Array(buffer[start..<end])
        start = end + 1
        searched = start
        return message
    }
}

internal import AppearanceLimits

/// Cuts a stream of bytes into messages, each ended by a NUL byte.
///
/// Bytes come in pieces of any size, as they come off a socket. After each piece take messages
/// until there are none left: what then stays behind is one unfinished message, so memory is
/// bounded by the limit and one piece. Every byte is looked at once and moved at most twice.
package struct MessageFramer: Sendable {
    private let limit: Int
    private var buffer: [UInt8] = []
    /// Where the first message that was not yet taken begins.
    private var start = 0
    /// Everything before this was searched for a NUL.
    private var searched = 0

    /// A framer that takes messages of at most so many bytes without their NUL.
    package init(limit: Int = Limits.callBytes) {
        self.limit = limit
    }

    /// Takes a piece of the stream in.
    package mutating func append(_ piece: ArraySlice<UInt8>) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        buffer.append(contentsOf: piece)
    }

    /// The next whole message without its NUL; nil until more bytes come.
    ///
    /// Once it has thrown it throws for ever: nobody knows where the next message begins.
    package mutating func next() throws(MessageTooLong) -> [UInt8]? {
        let end = buffer[searched...].firstIndex(of: 0)
        guard (end ?? buffer.count) - start <= limit else { throw MessageTooLong(limit: limit) }
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

/// A message that does not end within the limit.
package struct MessageTooLong: Error, Equatable {
    /// The most bytes a message may have, without its NUL.
    package let limit: Int
}

internal import AppearanceLimits

/// A request and the replies it takes: one varlink message from a client.
package struct Call: Equatable, Sendable {
    /// The number of replies that the caller takes.
    package enum Replies: Sendable {
        /// Exactly one.
        case one
        /// As many as come, until the client hangs up: `more`.
        case many
        /// None, not even an error: `oneway`.
        case none
    }

    package let request: Request
    package let replies: Replies

    package init(_ request: Request, replies: Replies = .one) {
        self.request = request
        self.replies = replies
    }
}

// The daemon's side.
extension Call {
    /// Reads a message without its NUL, as `MessageFramer` returns it.
    package static func decode(_ message: [UInt8]) throws(CallError) -> Call {
        let json: JSON
        do { json = try JSON(decoding: message) } catch { throw .malformed }
        guard case .object = json else { throw .malformed }
        let isOneway = try json.flag("oneway")
        do throws(CallError) {
            let isMore = try json.flag("more")
            let replies: Replies = isOneway ? .none : isMore ? .many : .one
            return Call(try request(in: json, replies), replies: replies)
        } catch {
            throw CallError(error.error, isAwaited: !isOneway)
        }
    }

    /// Reads the request; unknown members of the call are ignored, because varlink may grow.
    private static func request(
        in json: JSON, _ replies: Replies
    ) throws(CallError) -> Request {
        guard let method = json["method"]?.string
        else { throw CallError(.invalidParameter(parameter: "method")) }
        // An upgrade passes the socket to another protocol, of which there is none.
        guard try json.flag("upgrade") == false
        else { throw CallError(.invalidParameter(parameter: "upgrade")) }
        let request = try Request(method: method, parameters: Parameters(json["parameters"]))
        if case .inhibit = request, replies != .many { throw CallError(.expectedMore) }
        return request
    }
}

extension JSON {
    fileprivate func flag(_ name: String) throws(CallError) -> Bool {
        switch self[name] {
        case nil, .null: return false
        case .bool(let value): return value
        case .integer, .real, .string, .array, .object:
            throw CallError(.invalidParameter(parameter: name))
        }
    }
}

// The client's side.
extension Call {
    /// The whole message with its NUL.
    package func encoded() -> [UInt8] {
        var writer = JSONWriter(capacity: 192)
        writer.object { writer in
            writer.member("method", request.method)
            writer.member("parameters") { $0.parameters(of: request) }
            switch replies {
            case .one: break
            case .many: writer.member("more", true)
            case .none: writer.member("oneway", true)
            }
        }
        writer.endMessage()
        return writer.bytes
    }
}

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

    /// The bytes that wait for the rest of their message, or to be read.
    package var unfinishedBytes: Int { buffer.count - start }

    /// Drops everything that has arrived, and releases its memory.
    package mutating func discard() {
        buffer = []
        start = 0
        searched = 0
    }

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
            if unfinishedBytes == 0 { discard() }
            return nil
        }
        let message = Array(buffer[start..<end])
        start = end + 1
        searched = start
        return message
    }
}

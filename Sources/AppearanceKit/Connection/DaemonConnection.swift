package import AppearanceProtocol

/// A connection to the daemon that sends calls and waits for their replies.
///
/// It blocks the thread it is used on, which suits a command line and a thread of one's own.
package struct DaemonConnection: ~Copyable {
    /// How long a daemon that is alive may take over an answer, in seconds.
    package static let patienceSeconds = 5

    /// The longest reply that is taken, in bytes; the daemon is trusted more than its callers.
    static let replyLimit = 1 << 20

    private let stream: UnixStream
    private var framer = MessageFramer(limit: replyLimit)

    /// Connects to the daemon.
    package init(to socket: DaemonSocket) throws(DaemonError) {
        stream = try UnixStream(path: socket.path, timeoutSeconds: Self.patienceSeconds)
    }

    /// Asks for one thing and waits for its answer.
    package mutating func ask(_ request: Request) throws(DaemonError) -> JSON {
        try send(Call(request))
        return try receive(withinSeconds: Self.patienceSeconds)
    }

    /// Sends a call; its replies come from `receive`.
    package func send(_ call: Call) throws(DaemonError) {
        try stream.send(call.encoded(), timeoutSeconds: Self.patienceSeconds)
    }

    /// Waits for the next reply and returns its parameters.
    ///
    /// It waits for at most so many seconds (nil: as long as it takes), and gives up with
    /// `DaemonError.hungUp` when the other end of the descriptor `watched` is closed.
    package mutating func receive(
        withinSeconds seconds: Int? = nil, unlessHungUp watched: Int32? = nil
    ) throws(DaemonError) -> JSON {
        let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
        while true {
            if let message = try framer.nextMessage() {
                return try Response.parameters(of: message)
            }
            let left = deadline.map { ($0 - .now).inMilliseconds } ?? -1
            guard let piece = try stream.receive(within: left, unlessHungUp: watched)
            else { throw .timedOut(seconds: seconds ?? 0) }
            guard !piece.isEmpty else { throw .disconnected }
            framer.append(piece)
        }
    }
}

extension MessageFramer {
    /// The next whole message; nil until more bytes come.
    mutating func nextMessage() throws(DaemonError) -> [UInt8]? {
        do {
            return try next()
        } catch {
            throw .protocolViolation("a reply of more than \(error.limit) bytes")
        }
    }
}

extension Response {
    /// What a message from the daemon brings, or the error that it is.
    static func parameters(of message: [UInt8]) throws(DaemonError) -> JSON {
        let response: Response
        do {
            response = try decode(message)
        } catch {
            throw .protocolViolation(error.problem)
        }
        switch response.outcome {
        case .parameters(let parameters): return parameters
        case .error(let error): throw .refused(error)
        }
    }
}

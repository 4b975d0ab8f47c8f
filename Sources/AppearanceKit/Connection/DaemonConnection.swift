package import AppearanceProtocol
internal import Glibc

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
    /// Returns the next whole message; `nil` until more bytes arrive.
    mutating func nextMessage() throws(DaemonError) -> [UInt8]? {
        do {
            return try next()
        } catch {
            throw .protocolViolation("a reply of more than \(limit) bytes")
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

/// Where the daemon listens: a socket below the session's runtime directory.
package struct DaemonSocket: Hashable, Sendable {
    /// The session's directory for sockets, such as `/run/user/1000`.
    package let runtimeDirectory: String

    /// The daemon's socket below a runtime directory.
    package init(runtimeDirectory: String) {
        self.runtimeDirectory = runtimeDirectory
    }

    /// The socket of the session that the environment speaks of, in `XDG_RUNTIME_DIR`.
    package static func ofThisSession() throws(DaemonError) -> DaemonSocket {
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/")
        else { throw .noRuntimeDirectory }
        return DaemonSocket(runtimeDirectory: String(cString: value))
    }

    private static let folderName = "appearanced"
    private static let socketName = "io.github.appearanced"

    /// What is made below the runtime directory when a daemon comes.
    static let names: Set = [folderName, socketName]

    /// The daemon's own directory.
    package var directory: String { runtimeDirectory + "/" + Self.folderName }

    /// The socket itself.
    package var path: String { directory + "/" + Self.socketName }
}

/// Why the daemon could not be asked, or what it said to it.
package enum DaemonError: Error, Equatable {
    /// `XDG_RUNTIME_DIR` is unset or no absolute path: this is no login session.
    case noRuntimeDirectory
    /// Nobody listens at this path.
    case notRunning(path: String)
    /// The daemon does not do what was asked.
    case refused(VarlinkError)
    /// The daemon sent what cannot be understood.
    case protocolViolation(String)
    /// No answer within so many seconds.
    case timedOut(seconds: Int)
    /// The daemon went away.
    case disconnected
    /// Whoever waits for the answer went away.
    case hungUp
    /// A system call failed; `reason` is the system's own text.
    case system(call: String, reason: String)

    static func system(_ call: String, errno code: Int32) -> DaemonError {
        .system(call: call, reason: String(cString: strerror(code)))
    }

    init(_ failure: FollowError) {
        self = .system(failure.call, errno: failure.code)
    }
}

internal import AppearanceModel
package import AppearanceProtocol
internal import Glibc
package import Linux

/// A blocking connection to the daemon that sends calls and waits for their replies.
package struct DaemonConnection: ~Copyable {
    /// The timeout of a reply, in seconds.
    package static let timeoutSeconds = 5

    /// The limit on a reply, in bytes; it is higher than that on a call.
    static let replyLimit = 1 << 20

    private let stream: ClientStream
    private var framer: MessageFramer

    package init(to socket: DaemonSocket) throws(DaemonError) {
        stream = try ClientStream(to: socket, timeoutSeconds: Self.timeoutSeconds)
        // Swift 6.2 would destroy a value with a default twice if the connection fails.
        framer = MessageFramer(limit: Self.replyLimit)
    }

    /// The descriptor to wait for.
    package var descriptor: Int32 { stream.rawValue }

    /// Sends a request and returns the parameters of its reply.
    package mutating func reply(
        to request: Request, withinSeconds seconds: Int = timeoutSeconds
    ) throws(DaemonError) -> JSON {
        try send(Call(request))
        return try receive(withinSeconds: seconds)
    }

    /// Sends a call; `receive` returns its replies.
    package func send(_ call: Call) throws(DaemonError) {
        try stream.send(call.encoded())
    }

    /// Waits for the next reply and returns its parameters.
    ///
    /// - Throws: `DaemonError.timedOut` after the given seconds (`nil`: never), `.hungUp` when the
    ///   other end of the descriptor `watched` is closed.
    package mutating func receive(
        withinSeconds seconds: Int? = nil, unlessHungUp watched: Int32? = nil
    ) throws(DaemonError) -> JSON {
        let deadline = seconds.map { BootTime.now + Microseconds.seconds(Int64($0)) }
        while true {
            if let message = try framer.nextMessage() {
                return try Response.parameters(of: message)
            }
            let left = deadline?.pollMilliseconds ?? -1
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
    /// Returns the parameters of a message, or throws the error that it contains.
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

/// The socket of the daemon below the runtime directory of the session.
package struct DaemonSocket: Equatable, Sendable {
    /// The session's directory for sockets, such as `/run/user/1000`.
    package let runtimeDirectory: String

    package init(runtimeDirectory: String) {
        self.runtimeDirectory = runtimeDirectory
    }

    /// Returns the socket of the session, by `XDG_RUNTIME_DIR`.
    package static func ofThisSession() throws(DaemonError) -> DaemonSocket {
        guard let directory = CurrentProcess.variable("XDG_RUNTIME_DIR"), directory.hasPrefix("/")
        else { throw .noRuntimeDirectory }
        return DaemonSocket(runtimeDirectory: directory)
    }

    private static let folderName = "appearanced"
    private static let socketName = "io.github.appearanced"

    /// The names that the daemon creates below the runtime directory.
    static let names: Set = [folderName, socketName]

    /// The daemon's own directory.
    package var directory: String { runtimeDirectory + "/" + Self.folderName }

    package var path: String { directory + "/" + Self.socketName }
}

extension DaemonSocket? {
    /// The socket of the session; `nil` without one.
    package static var ofThisSession: DaemonSocket? { try? .ofThisSession() }
}

/// An error of a connection to the daemon or to the bus, or an error that the daemon returned.
package enum DaemonError: Error, Equatable {
    /// `XDG_RUNTIME_DIR` is unset or not an absolute path: this is not a login session.
    case noRuntimeDirectory
    /// No program listens at this path.
    case notRunning(path: String)
    /// A program of another user listens at this path; nothing is sent to it.
    case foreignOwner(path: String, userID: UInt32)
    case refused(VarlinkError)
    /// The daemon sent an invalid message.
    case protocolViolation(String)
    /// The daemon did not answer within these seconds.
    case timedOut(seconds: Int)
    /// The daemon did not answer a change within these seconds, and makes it when it continues.
    case unconfirmed(seconds: Int)
    case disconnected
    /// The reader of the result closed its descriptor.
    case hungUp
    /// A system call failed; `reason` is the system's own text.
    case system(call: String, reason: String)

    static func system(_ call: String, errno code: Int32) -> DaemonError {
        .system(call: call, reason: String(cString: strerror(code)))
    }

    init(_ error: IOError) {
        self = .system(error.call, errno: error.code)
    }
}

extension IOError {
    /// The failed call with its subject; the whole error if no call failed.
    package var call: String {
        guard case .system(let call, let subject, _) = self else { return "\(self)" }
        return subject.isEmpty ? call : "\(call) \(subject)"
    }

    /// The system's error number; that of an I/O error if no call failed.
    package var code: Int32 { errno?.rawValue ?? EIO }
}

internal import Glibc
internal import Linux

/// A stream socket that is connected to a service.
package struct ClientStream: ~Copyable {
    private let socket: UnixStream
    private let timeoutSeconds: Int

    /// Connects to the daemon; without a timeout it never blocks.
    ///
    /// Root may look into the session of the user to whom the runtime directory belongs.
    package init(to socket: DaemonSocket, timeoutSeconds: Int = 0) throws(DaemonError) {
        let owner = geteuid() == 0 ? File.owner(of: socket.runtimeDirectory) : nil
        try self.init(path: socket.path, timeoutSeconds: timeoutSeconds, ofUser: owner)
    }

    /// Connects to the socket at `path`, if a program of this process's user, of root or of another given
    /// user listens there; without a timeout it never blocks.
    ///
    /// In a directory that users share, a socket may be anybody's. The path of an abstract socket, whose
    /// name anybody can take, begins with NUL.
    package init(path: String, timeoutSeconds: Int = 0, ofUser other: UInt32? = nil)
        throws(DaemonError)
    {
        socket = try Self.trustedStream(path, timeoutSeconds, other)
        self.timeoutSeconds = timeoutSeconds
    }

    private static func trustedStream(
        _ path: String, _ timeoutSeconds: Int, _ other: UInt32?
    ) throws(DaemonError) -> UnixStream {
        let peer: UnixStream.Peer
        do throws(IOError) {
            let stream = try connectedStream(path, timeoutSeconds)
            peer = try stream.peer()
            if peer.isOfOwnUser || peer.userID == other { return stream }
        } catch {
            switch error.errno {
            case .noSuchFile, .connectionRefused, .notADirectory: throw .notRunning(path: path)
            case .wouldBlock: throw .timedOut(seconds: timeoutSeconds)
            default: throw DaemonError(error)
            }
        }
        throw .foreignOwner(path: path, userID: peer.userID)
    }

    private static func connectedStream(
        _ path: String, _ timeoutSeconds: Int
    ) throws(IOError) -> UnixStream {
        let address = try UnixAddress(path: path)
        let blocking = timeoutSeconds == 0 ? SOCK_NONBLOCK.rawValue : 0
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | blocking)
        let number = try SystemCall.run("socket") { Glibc.socket(AF_UNIX, kind, 0) }
        let stream = UnixStream(owning: number)
        // This bounds both connect and send if the daemon is stopped.
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(
            number, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        try SystemCall.run("connect", path) { address.withPointer { connect(number, $0, $1) } }
        return stream
    }

    /// The descriptor to wait for.
    package var rawValue: Int32 { socket.descriptor }

    /// Sends every byte, or those before the daemon disconnects.
    ///
    /// A daemon that has closed the connection may have sent an error, which `receive` returns.
    package func send(_ bytes: [UInt8]) throws(DaemonError) {
        var sent = 0
        while sent < bytes.count {
            switch socket.send(bytes, from: sent) {
            case .bytes(let count): sent += count
            case .closed: return
            case .wouldBlock: throw .timedOut(seconds: timeoutSeconds)
            case .failed(let error): throw DaemonError(error)
            }
        }
    }

    /// Waits for bytes as `wait` does and returns at most 16 KiB.
    ///
    /// - Returns: `nil` after the timeout; an empty slice when the daemon has disconnected.
    package func receive(
        within milliseconds: Int32, unlessHungUp watched: Int32?
    ) throws(DaemonError) -> ArraySlice<UInt8>? {
        let isReady = try wait(for: rawValue, within: milliseconds, unlessHungUp: watched)
        return isReady ? try receive() : nil
    }

    /// Returns the available bytes, at most 16 KiB; `nil` if there are none, empty at the end.
    package func receive() throws(DaemonError) -> ArraySlice<UInt8>? {
        var piece: [UInt8] = []
        switch socket.receive(into: &piece, atMost: 16_384) {
        case .bytes, .closed: return piece[...]
        case .wouldBlock: return nil
        case .failed(let error): throw DaemonError(error)
        }
    }
}

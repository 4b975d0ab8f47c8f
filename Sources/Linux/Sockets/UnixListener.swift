import CLinux
import Glibc

/// A Unix socket that clients connect to, at a path of its own or from the service manager.
package final class UnixListener {
    private let socket: Descriptor
    private let lock: SocketLock?
    private var file: SocketFile?

    /// Listens at a path whose directory only this user can enter; makes the directory if needed.
    ///
    /// What a dead process left at the path is replaced; where a live one listens this fails with
    /// `alreadyRunning`.
    package init(path: String) throws(IOError) {
        let address = try UnixAddress(path: path)
        try PrivateDirectory.prepare(Path.directory(of: path))
        let lock = try SocketLock(socketPath: path)
        try SocketFile.removeStale(path)
        socket = try Self.socket(boundTo: address, at: path)
        file = try SocketFile(bound: path)
        self.lock = consume lock
        try SystemCall.run("listen", path) { listen(socket.rawValue, SOMAXCONN) }
    }

    /// Takes over a socket that listens already; its file is left to whoever made it.
    package init(inherited socket: consuming Descriptor) throws(IOError) {
        let rawValue = socket.rawValue
        guard try Self.isListeningUnixStream(rawValue)
        else { throw .notAListener(descriptor: rawValue) }
        try SystemCall.run("fcntl", "O_NONBLOCK") {
            fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
        }
        self.socket = socket
        lock = nil
        file = nil
    }

    deinit { removeFile() }

    /// Removes the socket's file, if it is still this socket's, so that nobody else connects.
    package func removeFile() {
        file?.remove()
        file = nil
    }

    /// The number to watch while this listener lives.
    package var descriptor: Int32 { socket.rawValue }

    /// Returns the next connection in the queue, as a descriptor to be owned.
    package func nextConnection() -> Result<Int32, Errno> {
        socket.acceptConnection()
    }

    private static func isListeningUnixStream(_ descriptor: Int32) throws(IOError) -> Bool {
        for (option, expected) in [
            (SO_DOMAIN, AF_UNIX), (SO_TYPE, Int32(SOCK_STREAM.rawValue)), (SO_ACCEPTCONN, 1),
        ] {
            var value: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            let outcome = SystemCall.attempt {
                getsockopt(descriptor, SOL_SOCKET, option, &value, &length)
            }
            switch outcome {
            case .success: if value != expected { return false }
            case .failure(.notASocket): return false
            case .failure(let errno):
                throw .system(
                    call: "getsockopt", subject: "descriptor \(descriptor)", errno: errno)
            }
        }
        return true
    }

    private static func socket(
        boundTo address: UnixAddress, at path: String
    ) throws(IOError) -> Descriptor {
        let socket = try Descriptor.unixSocket()
        // The file takes its permissions from the socket, so it never has any others.
        try SystemCall.run("fchmod", path) { fchmod(socket.rawValue, 0o600) }
        try SystemCall.run("bind", path) { address.withPointer { bind(socket.rawValue, $0, $1) } }
        return socket
    }
}

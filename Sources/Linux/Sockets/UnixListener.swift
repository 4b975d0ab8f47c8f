import CLinux
import Glibc

/// A Unix socket that clients connect to, at a path of its own or from the service manager.
package final class UnixListener {
    private var socket: Descriptor
    private var lock: SocketLock?
    private var file: SocketFile?
    /// The path to connect to; `nil` for a socket without a file.
    package let path: String?

    /// Listens at a path whose directory only this user can enter; makes the directory if needed.
    ///
    /// The socket of a process that has exited is replaced; if one listens, this fails with
    /// `alreadyRunning`.
    package init(path: String) throws(IOError) {
        let lock = try Self.lock(path)
        socket = try Self.socket(boundTo: path)
        file = try SocketFile(bound: path)
        self.lock = consume lock
        self.path = path
        try listen(at: path)
    }

    /// Adopts a socket that listens already; its file belongs to its creator.
    package init(inherited socket: consuming Descriptor) throws(IOError) {
        let rawValue = socket.rawValue
        guard try Self.isListeningUnixStream(rawValue)
        else { throw .notAListener(descriptor: rawValue) }
        try SystemCall.run("fcntl", "O_NONBLOCK") {
            fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
        }
        path = UnixAddress.path(of: rawValue)
        self.socket = socket
        lock = nil
        file = nil
    }

    deinit { removeFile() }

    /// Listens at the path with a new socket, because the file of this one was removed.
    ///
    /// `descriptor` is another one afterwards.
    package func listenAgain() throws(IOError) {
        guard let path else { return }
        file = nil
        // Its file may be gone too; and this process could not take it twice.
        self.lock = nil
        let lock = try Self.lock(path)
        socket = try Self.socket(boundTo: path)
        file = try SocketFile(bound: path)
        self.lock = consume lock
        try listen(at: path)
    }

    /// Removes the socket's file, if it is still this socket's, so that no other client connects.
    package func removeFile() {
        file?.remove()
        file = nil
    }

    /// The number to watch while this listener lives.
    package var descriptor: Int32 { socket.rawValue }

    /// Returns the next connection in the queue, as a descriptor to be owned.
    package func nextConnection() -> Attempt<Int32> {
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

    /// Takes the lock of a path, whose directory only this user can enter, and removes a stale file.
    private static func lock(_ path: String) throws(IOError) -> SocketLock {
        _ = try UnixAddress(path: path)
        try PrivateDirectory.prepare(Path.directory(of: path))
        let lock = try SocketLock(socketPath: path)
        try SocketFile.removeStale(path)
        return lock
    }

    private func listen(at path: String) throws(IOError) {
        try SystemCall.run("listen", path) { Glibc.listen(socket.rawValue, SOMAXCONN) }
    }

    private static func socket(boundTo path: String) throws(IOError) -> Descriptor {
        let address = try UnixAddress(path: path)
        let socket = try Descriptor.unixSocket()
        // The file takes its permissions from the socket, so it never has any others.
        try SystemCall.run("fchmod", path) { fchmod(socket.rawValue, 0o600) }
        try SystemCall.run("bind", path) { address.withPointer { bind(socket.rawValue, $0, $1) } }
        return socket
    }
}

/// The name under which a socket is found in the file system.
struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Remembers the socket that has just been bound to a path.
    init(bound path: String) throws(IOError) {
        var status = stat()
        try SystemCall.run("lstat", path) { lstat(path, &status) }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Removes the name, unless another socket has it by now.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else {
            return
        }
        unlink(path)
    }

    /// Removes the socket of a process that has exited; one that is listened on stays.
    static func removeStale(_ path: String) throws(IOError) {
        var status = stat()
        switch SystemCall.attempt({ lstat(path, &status) }) {
        case .failure(.noSuchFile): return
        case .failure(let errno): throw .system(call: "lstat", subject: path, errno: errno)
        case .success: break
        }
        guard status.isSocket else { throw .pathTaken(path: path) }
        guard try isStale(path) else { throw .alreadyRunning(path: path) }
        try SystemCall.run("unlink", path) { unlink(path) }
    }

    // The lock is not sufficient: the service manager listens without one.
    private static func isStale(_ path: String) throws(IOError) -> Bool {
        if case .failure(.connectionRefused) = try SocketProbe.connect(to: path) { return true }
        return false
    }
}

/// The right to a socket's path, which the kernel releases even if the process is killed.
///
/// The file is never removed, because two processes could then lock two files of one name.
struct SocketLock: ~Copyable {
    private let descriptor: Descriptor

    /// Acquires the lock beside a socket, or reports that another process has it.
    init(socketPath: String) throws(IOError) {
        let path = socketPath + ".lock"
        let file = try Descriptor(
            opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        switch SystemCall.attempt({ flock(file.rawValue, LOCK_EX | LOCK_NB) }) {
        case .success:
            descriptor = file
        case .failure(.wouldBlock):
            throw .alreadyRunning(path: socketPath)
        case .failure(let errno):
            throw .system(call: "flock", subject: path, errno: errno)
        }
    }

    // To close is not enough while a child that is being started still has its copy.
    deinit { flock(descriptor.rawValue, LOCK_UN) }
}

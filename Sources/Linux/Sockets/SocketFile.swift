import Glibc

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

import Glibc

/// The exclusive right to do something, held by a lock on a file; the kernel releases it when the
/// process exits.
///
/// The kernel also reports who holds it. The file is never removed, because two processes could then
/// lock two files of one name. A process must open the file once only, as POSIX gives up all of a
/// process's locks on a file when it closes any descriptor of it.
package struct ProcessLock: ~Copyable {
    private let descriptor: Descriptor

    /// Acquires the lock.
    ///
    /// - Throws: `IOError.alreadyRunning` if another process has it.
    package init(path: String) throws(IOError) {
        let file = try Self.open(path)
        var lock = Self.wholeFile
        switch SystemCall.attempt({ fcntl(file.rawValue, F_SETLK, &lock) }) {
        case .success: descriptor = file
        case .failure(.wouldBlock), .failure(.permissionDenied): throw .alreadyRunning(path: path)
        case .failure(let errno):
            throw .system(call: "fcntl", subject: path, errno: errno)
        }
    }

    /// Returns the process that has a lock; `nil` if nobody has it.
    package static func holder(of path: String) throws(IOError) -> Int32? {
        guard File.exists(path) else { return nil }
        let file = try open(path)
        var lock = wholeFile
        try SystemCall.run("fcntl", path) { fcntl(file.rawValue, F_GETLK, &lock) }
        return lock.l_type == F_UNLCK ? nil : lock.l_pid
    }

    private static func open(_ path: String) throws(IOError) -> Descriptor {
        try Descriptor(
            opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    }

    private static var wholeFile: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}

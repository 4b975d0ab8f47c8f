import CLinux
import Glibc

/// The exclusive right to do something, held by a lock on a file; the kernel releases it when the
/// process exits.
///
/// The kernel also reports who holds it. The file is never removed, because two processes could then
/// lock two files of one name. A process must open the file once only, as POSIX releases all of a
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

    /// Returns the process that has a lock; `nil` if no process has it.
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

/// Another process, which stays the same one even if its number is given to a new one.
package struct OtherProcess: ~Copyable {
    private let descriptor: Descriptor
    private let number: Int32

    /// Fails if the process does not exist any more.
    package init?(_ number: Int32) throws(IOError) {
        switch SystemCall.attempt({ process_open(number) }) {
        case .success(let rawValue): descriptor = Descriptor(owning: rawValue)
        case .failure(.noSuchProcess): return nil
        case .failure(let errno):
            throw .system(call: "pidfd_open", subject: "\(number)", errno: errno)
        }
        self.number = number
    }

    /// The descriptor to watch while this object exists; readable once the process has ended.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Returns whether it runs in a unit of a service manager, by its control group, cgroups(7).
    package func belongs(to unit: String) -> Bool {
        let groups = File.text(of: "/proc/\(number)/cgroup", limit: 64 * 1024) ?? ""
        return groups.split(separator: "\n").contains { $0.hasSuffix("/\(unit)") }
    }

    /// Sends it a request to end, and kills it after a timeout in milliseconds.
    package borrowing func end(within milliseconds: Int32) throws(IOError) {
        for signal in [SIGTERM, SIGKILL] {
            let outcome = SystemCall.attempt { process_signal(descriptor.rawValue, signal) }
            switch outcome {
            case .success: if try hasEnded(within: milliseconds) { return }
            case .failure(.noSuchProcess): return
            case .failure(let errno):
                throw .system(call: "pidfd_send_signal", subject: "\(number)", errno: errno)
            }
        }
    }

    /// Whether it ends within a timeout in milliseconds.
    package borrowing func hasEnded(within milliseconds: Int32) throws(IOError) -> Bool {
        var watched = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return try SystemCall.run("poll") { poll(&watched, 1, milliseconds) } > 0
    }
}

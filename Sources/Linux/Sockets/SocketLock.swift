import Glibc

/// The right to a socket's path, which the kernel takes back even from a process that is killed.
///
/// The file stays for good: to remove it would let two processes lock two files of one name.
struct SocketLock: ~Copyable {
    private let descriptor: Descriptor

    /// Takes the lock beside a socket, or says that another process has it.
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

/// The one error of this target: the operation, its subject, and the reason of the failure.
package enum IOError: Error, Equatable {
    /// A call failed; `subject` is its object, such as a path, or empty.
    case system(call: String, subject: String, errno: Errno)
    /// The path of a file to read leads to something else than a regular file.
    case notRegularFile(path: String)
    /// A file is larger than its reader allows.
    case tooLarge(path: String, limitBytes: Int)
    /// A directory that must be private is accessible to others.
    case unsafeDirectory(path: String, flaw: DirectoryError)
    /// A path does not fit into the address of a socket.
    case pathTooLong(path: String, limitBytes: Int)
    /// Something else than a socket has the path of the socket.
    case pathTaken(path: String)
    /// Another process listens on this socket.
    case alreadyRunning(path: String)
    /// Another process, if known, keeps the lock of a file that it changes.
    case locked(path: String, folder: String, by: Int32?)
    /// A descriptor that was handed over is not a listening Unix stream socket.
    case notAListener(descriptor: Int32)

    /// The reason of a failed call; `nil` if no call failed.
    package var errno: Errno? {
        switch self {
        case .system(_, _, let errno): errno
        case .notRegularFile, .tooLarge, .unsafeDirectory, .pathTooLong, .pathTaken,
            .alreadyRunning, .locked, .notAListener:
            nil
        }
    }
}

extension IOError: CustomStringConvertible {
    /// One sentence for a log line, such as "open /x: No such file or directory".
    package var description: String {
        switch self {
        case .system(let call, let subject, let errno):
            subject.isEmpty ? "\(call): \(errno)" : "\(call) \(subject): \(errno)"
        case .notRegularFile(let path):
            "\(path): not a regular file"
        case .tooLarge(let path, let limitBytes):
            "\(path): larger than \(limitBytes) bytes"
        case .unsafeDirectory(let path, let flaw):
            "\(path): \(flaw); it must be a directory that you own and only you can write to"
        case .pathTooLong(let path, let limitBytes):
            "\(path): \(path.utf8.count) bytes are too long for a socket's path, which may have "
                + "\(limitBytes); choose a shorter directory"
        case .pathTaken(let path):
            "\(path): not a socket; move it away"
        case .alreadyRunning(let path):
            "\(path): another process listens there already; stop it first"
        case .locked(let path, let folder, let process):
            "\(path): another program \(process.map { "(process \($0)) " } ?? "")has locked its folder"
                + " (\(folder)); end it, then try again"
        case .notAListener(let descriptor):
            "descriptor \(descriptor): not a listening Unix stream socket; check the socket unit"
        }
    }
}

/// The reason why a directory is unfit for a private socket.
package enum DirectoryError: Equatable, Sendable {
    /// It is a symbolic link, or not a directory.
    case notADirectory
    /// It belongs to another user.
    case foreignOwner(userID: UInt32)
    /// Other users can write to it; `mode` are its permission bits.
    case writableByOthers(mode: UInt32)
}

extension DirectoryError: CustomStringConvertible {
    /// The reason as part of a sentence.
    package var description: String {
        switch self {
        case .notADirectory: "not a directory, or a symbolic link"
        case .foreignOwner(let userID): "owned by user \(userID)"
        case .writableByOthers(let mode): "writable by others (mode \(String(mode, radix: 8)))"
        }
    }
}

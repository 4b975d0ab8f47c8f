import Glibc

/// A directory in which nobody else may write or look, such as that of a socket.
package enum PrivateDirectory {
    /// Makes it with mode 0700, or checks the one that is there and shuts others out of it.
    ///
    /// One that others can write to is refused rather than mended: who knows what is in it.
    package static func prepare(_ path: String) throws(IOError) {
        try checkSurroundings(Path.directory(of: path))
        if case .failure(let errno) = SystemCall.attempt({ mkdir(path, 0o700) }),
            errno != .fileExists
        {
            throw .system(call: "mkdir", subject: path, errno: errno)
        }
        let directory = try open(path)
        let status = try directory.status(subject: path)
        guard status.st_uid == geteuid() else {
            throw .unsafeDirectory(path: path, flaw: .foreignOwner(userID: status.st_uid))
        }
        guard status.permissions & (S_IWGRP | S_IWOTH) == 0 else {
            throw .unsafeDirectory(path: path, flaw: .writableByOthers(mode: status.permissions))
        }
        if status.permissions != 0o700 {
            try SystemCall.run("fchmod", path) { fchmod(directory.rawValue, 0o700) }
        }
    }

    /// Refuses a place where others can put a directory of theirs in the place of ours.
    ///
    /// Where the sticky bit is set, as in /tmp, they cannot.
    private static func checkSurroundings(_ path: String) throws(IOError) {
        var status = stat()
        try SystemCall.run("stat", path) { stat(path, &status) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .unsafeDirectory(path: path, flaw: .foreignOwner(userID: status.st_uid))
        }
        guard status.permissions & (S_IWGRP | S_IWOTH) == 0 || status.st_mode & S_ISVTX != 0 else {
            throw .unsafeDirectory(path: path, flaw: .writableByOthers(mode: status.permissions))
        }
    }

    private static func open(_ path: String) throws(IOError) -> Descriptor {
        do throws(IOError) {
            return try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        } catch {
            guard error.errno == .notADirectory || error.errno == .tooManyLinks else { throw error }
            throw .unsafeDirectory(path: path, flaw: .notADirectory)
        }
    }
}

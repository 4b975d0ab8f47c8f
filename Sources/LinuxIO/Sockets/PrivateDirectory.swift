import Glibc

/// The directory of a socket, which nobody else may write to or look into.
enum PrivateDirectory {
    /// Makes it with mode 0700, or checks the one that is there and shuts others out of it.
    ///
    /// One that others can write to is refused rather than mended: who knows what is in it.
    static func prepare(_ path: String) throws(IOFailure) {
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

    private static func open(_ path: String) throws(IOFailure) -> Descriptor {
        do throws(IOFailure) {
            return try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        } catch {
            guard error.errno == .notADirectory || error.errno == .tooManyLinks else { throw error }
            throw .unsafeDirectory(path: path, flaw: .notADirectory)
        }
    }
}

import Glibc

/// Directories, by their paths.
package enum Directory {
    /// Creates a directory and the missing ones above it; an existing one is unchanged.
    package static func create(_ path: String, mode: UInt32 = 0o700) throws(IOError) {
        do throws(IOError) {
            try createLast(of: path, mode: mode)
        } catch {
            let parent = Path.directory(of: path)
            guard error.errno == .noSuchFile, parent != path else { throw error }
            try create(parent, mode: mode)
            try createLast(of: path, mode: mode)
        }
    }

    private static func createLast(of path: String, mode: UInt32) throws(IOError) {
        let outcome = SystemCall.attempt { mkdir(path, mode) }
        guard case .failure(let errno) = outcome else { return }
        guard errno == .fileExists, exists(path) else {
            // Something else has the name, for which EEXIST would be misleading.
            let reason = errno == .fileExists ? Errno.notADirectory : errno
            throw .system(call: "mkdir", subject: path, errno: reason)
        }
    }

    /// Returns the names in a directory, sorted by bytes, without `.` and `..`.
    package static func names(in path: String) throws(IOError) -> [String] {
        let stream = try SystemCall.pointer("opendir", path) { opendir(path) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // A null pointer is the end, or an error.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .system(call: "readdir", subject: path, errno: .current) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the names in a directory, none if it is missing; a link to a missing one is an error.
    package static func namesIfPresent(in path: String) throws(IOError) -> [String] {
        do throws(IOError) { return try names(in: path) } catch {
            guard error.errno == .noSuchFile, File.linkTarget(path) == nil else { throw error }
            return []
        }
    }

    /// Waits until renamed and removed names are on the disk.
    static func synchronize(_ path: String) throws(IOError) {
        let directory = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        // Some file systems cannot synchronize a directory.
        if case .failure(let errno) = SystemCall.attempt({ fsync(directory.rawValue) }),
            errno != .invalidArgument
        {
            throw .system(call: "fsync", subject: path, errno: errno)
        }
    }

    /// Returns the bytes that this user may still write below a path, 0 without room for a further file; `nil`
    /// where nothing is counted, as in /proc.
    package static func freeBytes(below path: String) -> UInt64? {
        var space = statvfs()
        guard statvfs(path, &space) == 0, space.f_blocks > 0 else { return nil }
        guard space.f_files == 0 || space.f_favail > 0 else { return 0 }
        return UInt64(space.f_bavail) * UInt64(space.f_frsize)
    }

    /// Returns whether a path leads to a directory.
    package static func exists(_ path: String) -> Bool { stat(of: path)?.isDirectory == true }
}

/// A directory that only its owner may read and write, such as that of a socket.
package enum PrivateDirectory {
    /// Creates it with mode 0700, or checks an existing one and removes the permissions of others.
    ///
    /// A directory that others can write to is refused, because its content cannot be trusted.
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

    /// Refuses a parent in which others can replace our directory by theirs.
    ///
    /// With the sticky bit, as in /tmp, they cannot.
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

/// Paths as the kernel sees them: names between slashes.
package enum Path {
    /// Returns the directory that holds the last name of a path.
    package static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The working directory; the root if it has been removed.
    package static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}

import Glibc

/// Making and listing directories.
package enum Directory {
    /// Makes a directory and those above it that are missing; one that exists stays as it is.
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
            // Something else has the name; that it "exists" would not help anyone.
            let reason = errno == .fileExists ? Errno.notADirectory : errno
            throw .system(call: "mkdir", subject: path, errno: reason)
        }
    }

    /// The names in a directory, sorted by bytes, without `.` and `..`.
    package static func names(in path: String) throws(IOError) -> [String] {
        let stream = try SystemCall.pointer("opendir", path) { opendir(path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Makes sure that renamed and removed names are on the disk.
    static func synchronize(_ path: String) throws(IOError) {
        let directory = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        // Some file systems cannot synchronize a directory.
        if case .failure(let errno) = SystemCall.attempt({ fsync(directory.rawValue) }),
            errno != .invalidArgument
        {
            throw .system(call: "fsync", subject: path, errno: errno)
        }
    }

    /// Whether a path leads to a directory.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.isDirectory
    }
}

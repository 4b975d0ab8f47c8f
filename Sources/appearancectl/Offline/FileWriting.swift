internal import Glibc

/// Writing files of the user's, whole or not at all.
enum FileWriting {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The paths of what is in a folder, in order; none where there is no such folder.
    static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted().map { folder + "/" + $0 }
    }

    /// Puts a text in a file, and makes the folders on the way unless told not to; a link stays a link, and who may read
    /// the file may read it after as before.
    static func write(
        _ text: String, to path: String, makingFolders: Bool = true
    ) throws(CommandLineError) {
        let path = resolved(path)
        if makingFolders { try makeFolder(parent(of: path)) }
        let draft = path + ".appearancectl-\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        var rest = Array(text.utf8)[...]
        var before = stat()
        var isWhole =
            stat(path, &before) != 0 || fchmod(descriptor, before.st_mode & 0o7777) == 0
        while isWhole, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else { isWhole = errno == EINTR }
        }
        isWhole = isWhole && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWhole, rename(draft, path) == 0 else {
            let code = isWhole ? errno : code
            unlink(draft)
            throw failure(path, code)
        }
    }

    static func remove(_ path: String) throws(CommandLineError) {
        guard unlink(path) == 0 else { throw failure(path) }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func makeFolder(_ path: String) throws(CommandLineError) {
        guard !path.isEmpty, !exists(path) else { return }
        try makeFolder(parent(of: path))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func failure(_ path: String, _ code: Int32 = errno) -> CommandLineError {
        CommandLineError("\(path) cannot be written: \(String(cString: strerror(code))).")
    }
}

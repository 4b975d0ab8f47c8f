internal import Glibc

/// Reading of whole files that the user names.
package enum FileReading {
    /// Returns the content of a file of at most `limit` bytes.
    package static func bytes(of path: String, limit: Int) throws(CommandLineError) -> [UInt8] {
        switch read(path, limit: limit) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw CommandLineError("\(path): \(failure.text).")
        }
    }

    /// Returns the content or the error; a file that is not regular is refused without waiting.
    package static func read(_ path: String, limit: Int) -> Result<[UInt8], ReadError> {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let code = errno
            let target = code == ENOENT ? linkTarget(path) : nil
            return .failure(target.map(ReadError.dangling) ?? .system(code))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.system(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .failure(status.st_mode & S_IFMT == S_IFDIR ? .system(EISDIR) : .notRegular)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { return .failure(.system(errno)) }
            guard count > 0 else { return .success(bytes) }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { return .failure(.tooLarge(limit: limit)) }
        }
    }

    /// Returns the target of a symbolic link; `nil` for any other file.
    package static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The reason why a file cannot be read.
    package enum ReadError: Error {
        case system(Int32)
        /// A link to a missing target.
        case dangling(String)
        case notRegular
        case tooLarge(limit: Int)

        package var text: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .dangling(let target): "it is a link to \(target), which does not exist"
            case .notRegular: "not a regular file"
            case .tooLarge(let limit): "larger than \(limit) bytes"
            }
        }
    }
}

/// Atomic writing of the user's files.
package enum FileWriting {
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the sorted paths of the entries of a folder; none if it does not exist.
    package static func files(in folder: String) -> [String] {
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

    /// Writes a text to a file atomically and creates missing folders unless told not to.
    ///
    /// A link remains a link, and the permissions of the file are kept. A device or a FIFO, such as
    /// `/dev/stdout`, is written to: a rename would replace it.
    package static func write(
        _ text: String, to path: String, makingFolders: Bool = true
    ) throws(CommandLineError) {
        let path = resolved(path)
        if makingFolders { try makeFolder(parent(of: path)) }
        var before = stat()
        let isNew = stat(path, &before) != 0
        guard isNew || before.st_mode & S_IFMT == S_IFREG else {
            let descriptor = try opened(path, 0, for: path)
            defer { close(descriptor) }
            return try write(text, to: descriptor, of: path)
        }
        let draft = path + ".\(Program.name)-\(getpid())"
        let descriptor = try opened(draft, O_CREAT | O_EXCL, for: path)
        do throws(CommandLineError) {
            defer { close(descriptor) }
            // A draft never has the content of a file that others may not read.
            guard isNew || fchmod(descriptor, before.st_mode & 0o7777) == 0
            else { throw failure(path) }
            try write(text, to: descriptor, of: path)
            guard fsync(descriptor) == 0 else { throw failure(path) }
            guard rename(draft, path) == 0 else { throw failure(path) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private static func opened(
        _ path: String, _ flags: Int32, for target: String
    ) throws(CommandLineError) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
        guard descriptor >= 0 else { throw failure(target) }
        return descriptor
    }

    private static func write(
        _ text: String, to descriptor: Int32, of path: String
    ) throws(CommandLineError) {
        let code = writeAll(Array(text.utf8), to: descriptor)
        guard code == 0 else { throw failure(path, code) }
    }

    package static func remove(_ path: String) throws(CommandLineError) {
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
        CommandLineError("cannot write \(path): \(String(cString: strerror(code))).")
    }
}

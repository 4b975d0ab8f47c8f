internal import Glibc
package import Linux

/// Reading of whole files that the user names.
package enum FileReading {
    /// Returns the content of a file of at most `limit` bytes.
    package static func bytes(of path: String, limit: Int) throws(CommandLineError) -> [UInt8] {
        do throws(IOError) { return try File.read(path, limit: limit) } catch {
            throw CommandLineError("\(path): \(error.reason(at: path)).")
        }
    }

    /// Returns the text of a file of at most `limit` bytes; `nil` if it cannot be read.
    package static func text(of path: String, limit: Int = 1024 * 1024) -> String? {
        File.text(of: path, limit: limit)
    }

    /// Returns the content of a file that may be missing; a link to a missing target is an error.
    package static func bytesIfPresent(
        of path: String, limit: Int
    ) throws(CommandLineError) -> [UInt8]? {
        do throws(IOError) { return try File.read(path, limit: limit) } catch {
            if error.meansAbsence(of: path) { return nil }
            throw CommandLineError("\(path): \(error.reason(at: path)).")
        }
    }
}

/// Atomic writing of the user's files.
package enum FileWriting {
    package static func exists(_ path: String) -> Bool { File.exists(path) }

    /// Returns the sorted paths of the entries of a folder; none if it does not exist.
    package static func files(in folder: String) -> [String] {
        ((try? Directory.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
    }

    /// Writes a result to the file that the user has named, or to standard output, whose name is `-`.
    package static func write(result: String, to path: String) throws(CommandLineError) {
        guard path != StandardOutput.name else { return StandardOutput.whole(result) }
        try write(Array(result.utf8), to: path, makingFolders: false)
    }

    /// Writes a text to a file atomically and creates missing folders.
    ///
    /// A link remains a link, and the permissions of the file are kept. A device or a FIFO, such as
    /// `/dev/stdout`, is written to: a rename would replace it.
    package static func write(
        _ text: String, to path: String
    ) throws(CommandLineError) {
        try write(Array(text.utf8), to: path, makingFolders: true)
    }

    /// Writes bytes to a file, as the text of one.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandLineError) {
        try write(bytes, to: path, makingFolders: true)
    }

    private static func write(
        _ bytes: [UInt8], to path: String, makingFolders: Bool
    ) throws(CommandLineError) {
        // The link of a pipe in /proc leads to no path.
        let isSpecial = File.exists(path) && !File.isRegular(path)
        let path = isSpecial ? path : File.resolved(path)
        do throws(IOError) {
            if makingFolders { try Directory.create(Path.directory(of: path), mode: 0o755) }
            if isSpecial {
                let target = try Descriptor(opening: path, flags: O_WRONLY)
                return try target.writeAll(bytes, subject: path)
            }
            try AtomicFile.write(bytes, to: path, permissions: .kept)
        } catch {
            throw failure(path, error)
        }
    }

    /// Changes a file, or files of its folder, while no other program of ours changes them.
    ///
    /// - Throws: `CommandLineError` if another program keeps the lock, or the folder cannot be created.
    package static func whileLocked<Result>(
        _ path: String,
        _ body: (borrowing FileEditLock) throws(CommandLineError) -> Result
    ) throws(CommandLineError) -> Result {
        try body(try lock(of: path))
    }

    /// Changes files of a folder, as of one file.
    package static func whileLocked<Result>(
        folder: String, _ body: () throws(CommandLineError) -> Result
    ) throws(CommandLineError) -> Result {
        let lock = try lock(folder: folder)
        return try extend(lock, over: body)
    }

    private static func extend<Result>(
        _: borrowing FileEditLock, over body: () throws(CommandLineError) -> Result
    ) throws(CommandLineError) -> Result { try body() }

    private static func lock(of path: String) throws(CommandLineError) -> FileEditLock {
        do throws(IOError) { return try FileEditLock(of: path) } catch {
            throw failure(path, error)
        }
    }

    private static func lock(folder: String) throws(CommandLineError) -> FileEditLock {
        do throws(IOError) { return try FileEditLock(folder: folder) } catch {
            throw failure(folder, error)
        }
    }

    /// Replaces the content of a locked file; returns whether it was the given one.
    package static func replace(
        _ before: [UInt8]?, by after: [UInt8], in lock: borrowing FileEditLock
    ) throws(CommandLineError) -> Bool {
        do throws(IOError) { return try lock.replace(before, by: after) } catch {
            throw failure(lock.path, error)
        }
    }

    /// Makes a symbolic link, and the folders it is in.
    package static func link(_ path: String, to target: String) throws(CommandLineError) {
        do throws(IOError) {
            try Directory.create(Path.directory(of: path), mode: 0o755)
            try SystemCall.run("symlink", path) { symlink(target, path) }
        } catch {
            throw failure(path, error)
        }
    }

    /// Renames a file; one that has the other name already stays.
    package static func rename(_ path: String, to other: String) throws(CommandLineError) {
        guard !exists(other) else {
            throw CommandLineError("\(other) exists already, so \(path) keeps its name.")
        }
        do throws(IOError) {
            try SystemCall.run("rename", other) { Glibc.rename(path, other) }
        } catch {
            throw failure(other, error)
        }
    }

    package static func remove(_ path: String) throws(CommandLineError) {
        do throws(IOError) {
            try SystemCall.run("unlink", path) { unlink(path) }
        } catch {
            throw failure(path, error)
        }
    }

    private static func failure(_ path: String, _ error: IOError) -> CommandLineError {
        CommandLineError(error.whileWriting(path))
    }
}

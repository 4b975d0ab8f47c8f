import Glibc

/// Files, by their paths.
package enum File {
    /// Reads a regular file of at most `limit` bytes; never waits, not even for a FIFO.
    package static func read(_ path: String, limit: Int) throws(IOError) -> [UInt8] {
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let status = try file.status(subject: path)
        guard status.isRegularFile else { throw .notRegularFile(path: path) }
        // The size is only a hint: files of /proc and /sys have none, and files grow.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(Int(status.st_size), 0), limit) + 1)
        while try file.readChunk(into: &bytes, subject: path) > 0 {
            if bytes.count > limit { throw .tooLarge(path: path, limitBytes: limit) }
        }
        return bytes
    }

    /// Returns the text of a regular file of at most `limit` bytes; `nil` if it cannot be read.
    package static func text(of path: String, limit: Int) -> String? {
        (try? read(path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a file that may be missing; `nil` if it or a directory on its path is.
    package static func readIfPresent(
        _ path: String, limit: Int
    ) throws(IOError) -> [UInt8]? {
        do throws(IOError) { return try read(path, limit: limit) } catch {
            if error.errno == .noSuchFile || error.errno == .notADirectory { return nil }
            throw error
        }
    }

    /// Reads the first bytes of a regular file, fewer where it has no more.
    package static func beginning(
        of path: String, count: Int
    ) throws(IOError) -> [UInt8] {
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard try file.status(subject: path).isRegularFile
        else { throw .notRegularFile(path: path) }
        var bytes: [UInt8] = []
        while bytes.count < count, try file.readChunk(into: &bytes, subject: path) > 0 {}
        return Array(bytes.prefix(count))
    }
}

extension Descriptor {
    /// Appends the next bytes; returns how many, 0 at the end.
    fileprivate borrowing func readChunk(
        into bytes: inout [UInt8], subject: String
    ) throws(IOError) -> Int {
        let outcome = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { chunk in
            let outcome = SystemCall.attempt { read(rawValue, chunk.baseAddress, chunk.count) }
            if case .success(let count) = outcome {
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
            return outcome
        }
        switch outcome {
        case .success(let count): return count
        case .failure(let errno): throw .system(call: "read", subject: subject, errno: errno)
        }
    }
}

extension File {
    /// Renames a file; one that has the new name is replaced.
    package static func move(_ path: String, to other: String) throws(IOError) {
        try SystemCall.run("rename", path) { rename(path, other) }
    }

    /// Whether a path leads to a regular file.
    package static func isRegular(_ path: String) -> Bool { stat(of: path)?.isRegularFile == true }

    /// Whether the user may execute a file, or enter a directory.
    package static func isExecutable(_ path: String) -> Bool {
        faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
    }

    /// Whether there is something at a path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Removes a file, if possible.
    package static func remove(_ path: String) { unlink(path) }

    /// Removes a file; a missing one is not an error.
    package static func removeIfPresent(_ path: String) throws(IOError) {
        guard case .failure(let errno) = SystemCall.attempt({ unlink(path) }), errno != .noSuchFile
        else { return }
        throw .system(call: "unlink", subject: path, errno: errno)
    }

    /// Returns whether there is nothing at a path, not even a link.
    package static func isAbsent(_ path: String) throws(IOError) -> Bool {
        var status = stat()
        switch SystemCall.attempt({ lstat(path, &status) }) {
        case .success: return false
        case .failure(.noSuchFile), .failure(.notADirectory): return true
        case .failure(let errno): throw .system(call: "lstat", subject: path, errno: errno)
        }
    }

    /// The time of the last change of a file's content, in microseconds since the epoch, of at most
    /// 285,000 years; `nil` if there is no file.
    package static func modificationTime(of path: String) -> Int64? {
        guard let time = stat(of: path)?.st_mtim else { return nil }
        let limit: Int64 = 9_000_000_000_000
        let seconds = min(max(Int64(time.tv_sec), -limit), limit)
        return seconds * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// The time at which a file or a link itself was made or last changed, in microseconds since the epoch; `nil`
    /// if there is none.
    package static func linkTime(of path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000).partialValue
    }

    /// The user that owns a file or folder; `nil` if there is none.
    package static func owner(of path: String) -> UInt32? { stat(of: path)?.st_uid }

    /// Returns the path without any link in it; that of the missing file to which a link leads, or else
    /// the same path, if there is no such file.
    package static func resolved(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        guard errno == ENOENT, let target = linkTarget(path) else { return path }
        return resolved(target.hasPrefix("/") ? target : Path.directory(of: path) + "/" + target)
    }

    /// Returns the target of a symbolic link, as it is written; `nil` if the path is not a link.
    package static func linkTarget(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let outcome = SystemCall.attempt { readlink(path, start, buffer.count) }
            guard case .success(let count) = outcome else { return nil }
            return String(
                decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}

extension File {
    /// Returns whether nobody is meant to write a file, links followed: its mode has no bit for writing, which
    /// root and a rename would ignore.
    package static func isProtected(_ path: String) -> Bool {
        stat(of: path).map { $0.permissions & 0o222 == 0 } ?? false
    }

    /// Returns whether the user may replace a file: write it, and make files in its folder, links
    /// followed.
    package static func isReplaceable(_ path: String) -> Bool {
        let path = resolved(path)
        return !isProtected(path)
            && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
            && faccessat(AT_FDCWD, Path.directory(of: path), W_OK | X_OK, AT_EACCESS) == 0
    }
}

extension IOError {
    /// Returns whether reading a path failed because there is nothing at it.
    ///
    /// The owner of a link without a target wants a file there, so that is something.
    package func meansAbsence(of path: String) -> Bool {
        (errno == .noSuchFile || errno == .notADirectory) && File.linkTarget(path) == nil
    }

    /// Returns the reason why reading a path failed, without the path, as part of a sentence.
    package func reason(at path: String) -> String {
        if errno == .noSuchFile || errno == .notADirectory, let target = File.linkTarget(path) {
            return "it is a link to \(target), which does not exist"
        }
        if case .tooLarge(_, let limit) = self { return "larger than \(limit) bytes" }
        if case .notRegularFile = self, !Directory.exists(path) { return "not a regular file" }
        return "\(errno ?? .isDirectory)"
    }

    /// Returns the reason why writing a path failed, as a sentence.
    package func whileWriting(_ path: String) -> String {
        if case .locked = self { return "\(self)." }
        return "cannot write \(path): \(errno.map { "\($0)" } ?? "\(self)")."
    }
}

/// A file, readable by its owner alone, that only grows.
package final class AppendOnlyFile: Sendable {
    private let descriptor: Descriptor
    private let path: String

    /// Creates a file; fails if there is anything at the path, even a dangling link.
    package init(making path: String) throws(IOError) {
        descriptor = try Descriptor(
            opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND, mode: 0o600)
        self.path = path
    }

    /// Opens a regular file, or creates it.
    package init(opening path: String) throws(IOError) {
        descriptor = try Descriptor(
            opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_APPEND | O_NONBLOCK,
            mode: 0o600)
        self.path = path
        guard try descriptor.status(subject: path).isRegularFile
        else { throw .notRegularFile(path: path) }
    }

    /// The size in bytes.
    package var size: Int {
        get throws(IOError) { Int(try descriptor.status(subject: path).st_size) }
    }

    /// Appends bytes; after a failure some of them may have been written.
    package func append(_ bytes: [UInt8]) throws(IOError) {
        try descriptor.writeAll(bytes, subject: path)
    }

    /// Appends whole lines or nothing: after a failure the file is as long as before.
    ///
    /// A last line that lacks its end, after a crash of its writer, is ended first.
    package func append(lines: [UInt8]) throws(IOError) {
        let start = try size
        var last: UInt8 = 0
        let number = descriptor.rawValue
        let isTorn =
            start > 0 && pread(number, &last, 1, off_t(start) - 1) == 1
            && last != UInt8(ascii: "\n")
        do throws(IOError) {
            try append((isTorn ? [UInt8(ascii: "\n")] : []) + lines)
        } catch {
            _ = ftruncate(number, off_t(start))
            throw error
        }
    }
}

/// The identity and version of a file: two equal stamps mean that nothing was written in between.
package struct FileStamp: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let sizeBytes: Int64
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int
    // Restoring an old modification time after a write still changes this one.
    private let changedSeconds: Int
    private let changedNanoseconds: Int

    /// Reads the stamp of the file at a path, links followed; `nil` if there is none.
    package init?(of path: String) {
        guard let status = stat(of: path) else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        sizeBytes = Int64(status.st_size)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        changedSeconds = status.st_ctim.tv_sec
        changedNanoseconds = status.st_ctim.tv_nsec
    }
}

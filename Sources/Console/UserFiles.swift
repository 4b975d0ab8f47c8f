internal import Glibc
internal import Linux

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
        do throws(IOError) {
            return .success(try File.read(path, limit: limit))
        } catch {
            if error.errno == .noSuchFile, let target = File.linkTarget(path) {
                return .failure(.dangling(target))
            }
            if case .tooLarge = error { return .failure(.tooLarge(limit: limit)) }
            if case .notRegularFile = error, !Directory.exists(path) {
                return .failure(.notRegular)
            }
            return .failure(.system((error.errno ?? .isDirectory).rawValue))
        }
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
            case .system(let code): "\(Errno(rawValue: code))"
            case .dangling(let target): "it is a link to \(target), which does not exist"
            case .notRegular: "not a regular file"
            case .tooLarge(let limit): "larger than \(limit) bytes"
            }
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

    /// Writes a text to a file atomically and creates missing folders unless told not to.
    ///
    /// A link remains a link, and the permissions of the file are kept. A device or a FIFO, such as
    /// `/dev/stdout`, is written to: a rename would replace it.
    package static func write(
        _ text: String, to path: String, makingFolders: Bool = true
    ) throws(CommandLineError) {
        let path = File.resolved(path)
        do throws(IOError) {
            if makingFolders { try Directory.create(Path.directory(of: path), mode: 0o755) }
            if File.exists(path), !File.isRegular(path) {
                let target = try Descriptor(opening: path, flags: O_WRONLY)
                return try target.writeAll(Array(text.utf8), subject: path)
            }
            try AtomicFile.write(Array(text.utf8), to: path, permissions: .kept)
        } catch {
            throw failure(path, error)
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
        CommandLineError("cannot write \(path): \(error.errno.map { "\($0)" } ?? "\(error)").")
    }
}

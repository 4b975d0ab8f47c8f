import Glibc

/// Files that are replaced whole: after a crash there is the old content or the new one.
package enum AtomicFile {
    /// Replaces a file, on the disk when this returns; on failure the old one stays.
    ///
    /// The new content is written to a neighbour of fixed name first, so that a crash leaves at
    /// most one behind; a path must therefore have one writer only. A new file is readable by
    /// its owner alone.
    package static func write(_ bytes: [UInt8], to path: String) throws(IOFailure) {
        let temporary = path + ".new"
        unlink(temporary)
        do throws(IOFailure) {
            try writeDurably(bytes, to: temporary)
            try replace(path, by: temporary)
        } catch {
            unlink(temporary)
            throw error
        }
        try Directory.synchronize(Path.directory(of: path))
    }

    /// A directory cannot be replaced by a file; an empty one makes room.
    private static func replace(_ path: String, by temporary: String) throws(IOFailure) {
        do throws(IOFailure) {
            try SystemCall.run("rename", path) { rename(temporary, path) }
        } catch {
            guard error.errno == .isDirectory, rmdir(path) == 0 else { throw error }
            try SystemCall.run("rename", path) { rename(temporary, path) }
        }
    }

    private static func writeDurably(_ bytes: [UInt8], to path: String) throws(IOFailure) {
        let file = try Descriptor(
            opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try file.writeAll(bytes, subject: path)
        try SystemCall.run("fsync", path) { fsync(file.rawValue) }
    }
}

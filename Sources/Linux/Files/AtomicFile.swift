internal import AppearanceLimits
import Glibc

/// Files that are replaced whole: after a crash there is the old content or the new one.
package enum AtomicFile {
    /// Replaces a file, on the disk when this returns; on failure the old one stays.
    ///
    /// The new content is written to a draft beside it first, whose name no other writer has, so that
    /// several processes may write one path.
    package static func write(
        _ bytes: [UInt8], to path: String, permissions: Permissions = .ownerOnly
    ) throws(IOError) {
        try write(bytes, to: path, permissions) { true }
    }

    /// Replaces a file unless its content is another one than `before`, `nil` for a missing file; it is
    /// compared at the last moment, when the new content is on the disk.
    ///
    /// - Returns: Whether the file was replaced.
    static func replace(
        _ before: [UInt8]?, by bytes: [UInt8], at path: String, permissions: Permissions
    ) throws(IOError) -> Bool {
        var isReplaced = false
        try write(bytes, to: path, permissions) { () throws(IOError) in
            isReplaced = try isContent(of: path, before)
            return isReplaced
        }
        return isReplaced
    }

    /// Returns whether a file has this content, `nil` for a missing file.
    static func isContent(
        of path: String, _ content: [UInt8]?
    ) throws(IOError) -> Bool {
        do throws(IOError) {
            return try File.readIfPresent(path, limit: content?.count ?? 0) == content
        } catch {
            // It has become larger.
            if case .tooLarge = error { return false }
            throw error
        }
    }

    private static func write(
        _ bytes: [UInt8], to path: String, _ permissions: Permissions,
        if condition: () throws(IOError) -> Bool
    ) throws(IOError) {
        Draft.removeLeftovers(of: path)
        do throws(IOError) {
            try replaceContent(of: path, by: bytes, permissions, if: condition)
        } catch {
            // Each draft has another name, which would make each failure another one.
            guard case .system(let call, _, let errno) = error else { throw error }
            throw .system(call: call, subject: path, errno: errno)
        }
        try Directory.synchronize(Path.directory(of: path))
    }

    private static func replaceContent(
        of path: String, by bytes: [UInt8], _ permissions: Permissions,
        if condition: () throws(IOError) -> Bool
    ) throws(IOError) {
        let draft = try Draft(of: path, mode: permissions == .ownerOnly ? 0o600 : 0o644)
        do throws(IOError) {
            // Before the content, which others may not be allowed to read.
            if permissions == .kept { try draft.copyPermissions(of: path) }
            try draft.file.writeAll(bytes, subject: path)
            let descriptor = draft.file.rawValue
            try SystemCall.run("fsync", path) { fsync(descriptor) }
            guard try condition() else {
                unlink(draft.path)
                return
            }
            try replace(path, by: draft.path)
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    /// The permissions of a written file.
    package enum Permissions: Sendable {
        /// Only its owner can read and write it.
        case ownerOnly
        /// Those of the replaced file; for a new file, 0644 without the bits of the umask.
        case kept
    }

    /// A directory cannot be replaced by a file; an empty one makes room.
    private static func replace(_ path: String, by temporary: String) throws(IOError) {
        do throws(IOError) {
            try SystemCall.run("rename", path) { rename(temporary, path) }
        } catch {
            guard error.errno == .isDirectory, rmdir(path) == 0 else { throw error }
            try SystemCall.run("rename", path) { rename(temporary, path) }
        }
    }
}

/// A file beside another, with the content that is to replace it.
///
/// Its writer holds a lock on it, which the kernel releases when the writer crashes: a draft without a
/// lock is left over, and the next writer of the same path removes it.
private struct Draft: ~Copyable {
    let path: String
    let file: Descriptor

    /// The bytes of a file's name in those of its drafts, which may have 255 together.
    private static let mostNameBytes = 225

    /// Returns how the names of a file's drafts begin, before a number that no other writer has: a
    /// hidden name with this mark is no copy of a user's.
    private static func prefix(of target: String) -> String {
        let name = target.utf8.split(separator: UInt8(ascii: "/")).last ?? target.utf8[...]
        return "." + String(decoding: name, as: UTF8.self).cut(toBytes: mostNameBytes)
            + ".appearanced-"
    }

    init(of target: String, mode: UInt32) throws(IOError) {
        let prefix = Path.directory(of: target) + "/" + Self.prefix(of: target)
        while true {
            let path = prefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let file = try Descriptor(
                opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
            // Until it is locked, another writer may take it for a left-over one, and remove it.
            // Without a lock, no file is removed.
            let isTaken = Self.lock(file) == .wouldBlock
            if !isTaken, try file.status(subject: path).st_nlink > 0 {
                self.path = path
                self.file = file
                return
            }
        }
    }

    /// Gives the draft the permissions of a file, if there is one, and its owner where that is possible.
    borrowing func copyPermissions(of target: String) throws(IOError) {
        guard let status = stat(of: target) else { return }
        let (descriptor, mode) = (file.rawValue, status.permissions)
        // Only root gives files to others; anybody to a group of theirs.
        _ = SystemCall.attempt { fchown(descriptor, status.st_uid, status.st_gid) }
        try SystemCall.run("fchmod", path) { fchmod(descriptor, mode) }
    }

    /// Locks a draft; returns why it cannot be locked, or `nil`.
    private static func lock(_ file: borrowing Descriptor) -> Errno? {
        let descriptor = file.rawValue
        guard
            case .failure(let errno) = SystemCall.attempt({ flock(descriptor, LOCK_EX | LOCK_NB) })
        else { return nil }
        return errno
    }

    /// Removes the drafts of writers that have exited, if possible.
    static func removeLeftovers(of target: String) {
        let folder = Path.directory(of: target)
        let prefix = prefix(of: target)
        for name in (try? Directory.names(in: folder)) ?? [] where name.hasPrefix(prefix) {
            let path = folder + "/" + name
            if let file = try? Descriptor(
                opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK), lock(file) == nil
            {
                unlink(path)
            }
        }
    }
}

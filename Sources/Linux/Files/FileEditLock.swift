import Glibc

/// The exclusive right to change a file that several programs change: reading, changing and replacing
/// it is one step to all that take this lock.
///
/// It is a lock on the folder of the file, links followed: two names of one file have one lock,
/// nothing is left behind, and the kernel releases it when the process ends. Two locks of one process
/// exclude each other too. A program that takes no lock, such as an editor, is found by `replace`.
package struct FileEditLock: ~Copyable {
    /// The time after which another one that keeps the lock is an error: a change takes milliseconds.
    package static let timeout = Duration.seconds(5)

    /// The path of the file without any link in it; of a folder, its path.
    package let path: String
    private let folder: Descriptor

    /// Acquires the lock of a file, which may be missing; a missing folder is created.
    ///
    /// - Throws: `IOError.locked` if another program keeps it.
    package init(of path: String, within timeout: Duration = timeout) throws(IOError) {
        let deadline = SystemClock.monotonic() + timeout.microseconds
        while true {
            let file = File.resolved(path)
            let folder = try Self.lock(Path.directory(of: file), of: file, until: deadline)
            // A link may lead elsewhere by now.
            if File.resolved(path) == file {
                self.path = file
                self.folder = folder
                return
            }
        }
    }

    /// Acquires the lock of all files of a folder, for adding, renaming and removing them.
    package init(folder: String, within timeout: Duration = timeout) throws(IOError) {
        let deadline = SystemClock.monotonic() + timeout.microseconds
        self.folder = try Self.lock(folder, of: folder, until: deadline)
        path = folder
    }

    /// Returns the content of the file; `nil` if there is none.
    package borrowing func read(limit: Int) throws(IOError) -> [UInt8]? {
        try File.readIfPresent(path, limit: limit)
    }

    /// Replaces the content that was read under this lock; the permissions are kept.
    ///
    /// - Returns: Whether it was replaced; `false` if a program without the lock has changed it.
    package borrowing func replace(
        _ before: [UInt8]?, by after: [UInt8]
    ) throws(IOError) -> Bool {
        try AtomicFile.replace(before, by: after, at: path, permissions: .kept)
    }

    /// Removes the file that was read under this lock.
    ///
    /// - Returns: Whether it was removed; `false` if a program without the lock has changed it.
    package borrowing func remove(ifContent before: [UInt8]?) throws(IOError) -> Bool {
        guard try AtomicFile.isContent(of: path, before) else { return false }
        try File.removeIfPresent(path)
        return true
    }

    private static func lock(
        _ folder: String, of path: String, until deadline: Int64
    ) throws(IOError) -> Descriptor {
        while true {
            try Directory.create(folder, mode: 0o755)
            let descriptor = try Descriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
            try acquire(descriptor, folder, of: path, until: deadline)
            // It may have been replaced by another one.
            let status = try descriptor.status(subject: folder)
            if let present = stat(of: folder), present.st_ino == status.st_ino,
                present.st_dev == status.st_dev
            {
                return descriptor
            }
        }
    }

    private static func acquire(
        _ descriptor: borrowing Descriptor, _ folder: String, of path: String,
        until deadline: Int64
    ) throws(IOError) {
        let number = descriptor.rawValue
        var pause: Int32 = 1
        while true {
            switch SystemCall.attempt({ flock(number, LOCK_EX | LOCK_NB) }) {
            case .success: return
            case .failure(.wouldBlock): break
            // Some network file systems have no locks for folders; `replace` checks the content.
            case .failure: return
            }
            guard SystemClock.monotonic() < deadline else {
                throw .locked(path: path, folder: folder, by: holder(of: descriptor))
            }
            poll(nil, 0, pause)
            pause = min(pause * 2, 16)
        }
    }

    /// Returns the process that has locked a folder, by proc_locks(5); `nil` if it is hidden.
    private static func holder(of descriptor: borrowing Descriptor) -> Int32? {
        guard let status = try? descriptor.status(subject: ""),
            let locks = File.text(of: "/proc/locks", limit: 1 << 20)
        else { return nil }
        let file = ":\(status.st_ino)"
        for line in locks.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(file),
                let process = Int32(words[4]), process > 0
            else { continue }
            return process
        }
        return nil
    }
}

import Glibc

extension File {
    /// Whether there is something at a path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Takes a file's name away; one that is not there is no fault.
    package static func remove(_ path: String) { unlink(path) }

    /// When a file's content was last changed, in microseconds since the epoch; nil for none.
    package static func modificationTime(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1_000
    }

    /// The user that owns a file or folder; `nil` if there is none.
    package static func owner(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
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

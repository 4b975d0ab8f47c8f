import Glibc

/// The identity and version of a file: two equal stamps mean that nothing was written in between.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let sizeBytes: Int64
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int
    // Restoring an old modification time after a write still changes this one.
    private let changedSeconds: Int
    private let changedNanoseconds: Int

    /// Reads the stamp of the file at a path, links followed; `nil` if there is none to be reached.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        sizeBytes = Int64(status.st_size)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        changedSeconds = status.st_ctim.tv_sec
        changedNanoseconds = status.st_ctim.tv_nsec
    }
}

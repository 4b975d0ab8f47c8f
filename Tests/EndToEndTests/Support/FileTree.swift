import Foundation

/// The content of a directory, to detect changes.
struct FileTree: Equatable {
    /// By path below the directory: inode, time of the last change, and size.
    private let files: [String: [Int64]]

    init(_ directory: String) {
        var files: [String: [Int64]] = [:]
        for name in FileManager.default.enumerator(atPath: directory)?.allObjects ?? [] {
            guard let name = name as? String else { continue }
            var status = stat()
            guard lstat(directory + "/" + name, &status) == 0 else { continue }
            files[name] = [
                Int64(status.st_ino), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                Int64(status.st_size),
            ]
        }
        self.files = files
    }

    var paths: [String] { files.keys.sorted() }
}

/// Whether something is at a path, a dangling link included.
func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// The inode at a path; nil when nothing is there.
func inode(of path: String) -> UInt64? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
}

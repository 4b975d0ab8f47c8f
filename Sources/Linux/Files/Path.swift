import Glibc

/// Paths as the kernel sees them: names between slashes.
enum Path {
    /// The directory that holds the last name of a path.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Where relative paths begin; the root where that has been removed.
    static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}

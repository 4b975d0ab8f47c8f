/// Paths as the kernel sees them: names between slashes.
enum Path {
    /// The directory that holds the last name of a path.
    static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

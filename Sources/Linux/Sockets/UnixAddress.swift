import Glibc

/// The address of a Unix socket that has a path.
struct UnixAddress {
    private var address = sockaddr_un()

    /// The bytes that `sun_path` holds besides the terminating NUL.
    static let limitBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    init(path: String) throws(IOError) {
        guard path.utf8.count <= Self.limitBytes else {
            throw .pathTooLong(path: path, limitBytes: Self.limitBytes)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// Hands the address to a call such as `bind`.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

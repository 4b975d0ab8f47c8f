package import CLinux
import Glibc

/// The address of a Unix socket that has a path, or an abstract name, which begins with NUL.
package struct UnixAddress {
    private var address = sockaddr_un()
    private let size: socklen_t

    /// The bytes that `sun_path` holds besides the terminating NUL.
    static let limitBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    package init(path: String) throws(IOError) {
        guard path.utf8.count <= Self.limitBytes else {
            throw .pathTooLong(path: path, limitBytes: Self.limitBytes)
        }
        // An abstract name ends with the address.
        let unused = path.utf8.first == 0 ? Self.limitBytes + 1 - path.utf8.count : 0
        size = socklen_t(MemoryLayout<sockaddr_un>.size - unused)
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// Returns the path of a bound socket; `nil` if it has none, or an abstract name.
    static func path(of socket: Int32) -> String? {
        var address = sockaddr_un()
        // The kernel reports a longer size, and no NUL, for a path that fills the address.
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
        }
        guard status == 0 else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }

    /// Hands the address to a call such as `bind`.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result)
        -> Result
    {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, size)
            }
        }
    }
}

extension Descriptor {
    /// Creates a Unix stream socket that never blocks.
    package static func unixSocket() throws(IOError) -> Descriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return try Descriptor(owning: SystemCall.run("socket") { socket(AF_UNIX, Int32(kind), 0) })
    }

    /// Returns the next connection in the queue of a listening socket, as a descriptor to be owned.
    package borrowing func acceptConnection() -> Attempt<Int32> {
        SystemCall.attempt {
            accept4(
                rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
        }
    }

    /// Sets a number among a socket's options.
    borrowing func setSocketOption(
        _ option: Int32, to value: Int32, called name: String
    ) throws(IOError) {
        var value = value
        try SystemCall.run("setsockopt", name) {
            setsockopt(rawValue, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
}

/// A look at a Unix socket from outside.
package enum SocketProbe {
    /// Connects without waiting, and hangs up again.
    ///
    /// `wouldBlock` means that the queue for connections is full: a process listens but does not
    /// accept, and a connection that waits would wait for that.
    package static func connect(to path: String) throws(IOError) -> Attempt<Void> {
        let address = try UnixAddress(path: path)
        let probe = try Descriptor.unixSocket()
        return SystemCall.attempt {
            address.withPointer { Glibc.connect(probe.rawValue, $0, $1) }
        }.map { _ in }
    }
}

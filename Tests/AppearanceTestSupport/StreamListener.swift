import Foundation
package import Glibc

/// A Unix stream socket that hands its connections to a test's own server.
package final class StreamListener: Sendable {
    private let descriptor: Int32

    /// Listens at a path, replacing an existing file.
    package init(at path: String) throws {
        unlink(path)
        descriptor = try retrying("socket") {
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        let bound = withSocketAddress(path) { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, 100) == 0 else {
            throw HarnessFailure("cannot listen at \(path): \(errorText(errno))")
        }
    }

    deinit { close(descriptor) }

    /// Hands over each connection on one thread, in the order in which they came, until `stop`.
    ///
    /// `serve` closes its connection.
    package func accept(_ serve: @escaping @Sendable (Int32) -> Void) {
        Thread.detachNewThread { [self] in
            // Ends when the listener is shut down.
            while true {
                let connection = acceptConnection(on: descriptor)
                guard connection >= 0 else { return }
                serve(connection)
            }
        }
    }

    /// Accepts no more connections.
    package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// Hands the address of a Unix socket to a call.
///
/// A path that is too long for an address is cut off.
package func withSocketAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
) rethrows -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
        room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return try withUnsafePointer(to: address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

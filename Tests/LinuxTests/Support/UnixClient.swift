import AppearanceTestSupport
import Glibc

/// The other end of a connection, which waits where the product must not.
final class UnixClient {
    let descriptor: Int32

    /// `nil` if no process listens.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard withSocketAddress(path, { connect(descriptor, $0, $1) }) == 0 else { return nil }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// Returns the received text, at most `limit` bytes, or `nil` at the end.
    func receive(_ limit: Int = 65_536) -> String? {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, limit)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}

/// A bound socket, listening or left behind by an exited process.
final class ForeignSocket {
    let descriptor: Int32

    init(_ path: String, isListening: Bool = true) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        precondition(withSocketAddress(path) { bind(descriptor, $0, $1) } == 0)
        if isListening { listen(descriptor, 5) }
    }

    deinit { close(descriptor) }
}

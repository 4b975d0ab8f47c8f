import AppearanceTestSupport
import Glibc
import Testing

/// Receives the messages to the service manager; sets NOTIFY_SOCKET.
final class StandInServiceManager {
    private let directory = TemporaryDirectory()
    private let socket: Int32

    init() throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let path = directory.file("notify")
        try #require(withSocketAddress(path) { bind(socket, $0, $1) } == 0)
        setenv("NOTIFY_SOCKET", path, 1)
    }

    deinit { close(socket) }

    /// Returns the next message, or an empty string if there is none.
    func nextMessage() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}

import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Glibc

/// A subscriber on the daemon's socket that reads when it likes, and never waits.
final class SocketReader {
    private let descriptor: Int32
    private var framer = MessageFramer()
    /// Every state that it has received.
    private(set) var received: [Snapshot] = []

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let connected = withSocketAddress(path) { connect(descriptor, $0, $1) }
        guard connected == 0 else { throw HarnessFailure("connect \(path): errno \(errno)") }
        let call = Array(#"{"method":"io.github.appearanced.Watch","more":true}"#.utf8) + [0]
        guard send(descriptor, call, call.count, 0) == call.count
        else { throw HarnessFailure("send: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Reads the complete messages that have arrived; false at the end of the stream.
    func read() throws {
        var chunk = [UInt8](repeating: 0, count: 4096)
        // Ends when nothing is left to read.
        while true {
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            framer.append(chunk[..<count])
            while let message = try framer.next() { try receive(message) }
        }
    }

    private func receive(_ message: [UInt8]) throws {
        guard case .parameters(let parameters) = try Response.decode(message).outcome
        else { throw HarnessFailure("an error: \(String(decoding: message, as: UTF8.self))") }
        received.append(try Snapshot(parameters["status"] ?? .null))
    }
}

import AppearanceTestSupport
import Foundation

/// A bus that accepts every connection and sends the bytes of a test.
final class ScriptedBus: Sendable {
    let address: String
    private let listener: StreamListener

    /// Listens in a home; each connection receives the result of `script`, and is closed or kept.
    init(in home: TestHome, hangsUp: Bool, sending script: @escaping @Sendable () -> [UInt8]) throws
    {
        let path = home.path + "/\(UUID().uuidString)"
        address = "unix:path=\(path)"
        listener = try StreamListener(at: path)
        listener.accept { connection in
            Self.serve(connection, script())
            if !hangsUp { awaitEnd(of: connection) }
            close(connection)
        }
    }

    deinit { listener.stop() }

    private static func serve(_ connection: Int32, _ script: [UInt8]) {
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var received: [UInt8] = []
        // Ends at the end of the handshake, or of the connection.
        while true {
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            received += chunk.prefix(count)
            let lines = String(decoding: received, as: UTF8.self)
            if let begin = lines.range(of: "BEGIN\r\n") {
                let hello = received.dropFirst(lines[..<begin.upperBound].utf8.count)
                guard hello.count >= 12 else { continue }
                let serial = hello.dropFirst(8).prefix(4).reversed().reduce(UInt32(0)) {
                    $0 << 8 | UInt32($1)
                }
                send(WireMessage.greeting(to: serial).bytes + script, to: connection)
                return
            }
            if lines.hasSuffix("NEGOTIATE_UNIX_FD\r\n") {
                send(Array("AGREE_UNIX_FD\r\n".utf8), to: connection)
            } else if lines.hasSuffix("\r\n") {
                send(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8), to: connection)
            }
        }
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) {
        _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

/// Reads until the other side hangs up.
private func awaitEnd(of connection: Int32) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    // Ends with the connection, or after its receive timeout.
    while recv(connection, &chunk, chunk.count, 0) > 0 {}
}

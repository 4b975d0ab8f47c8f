import Foundation

/// A service manager's notification socket, which receives the messages of `sd_notify`.
///
/// A thread receives them, whether a test waits for one or not: the kernel queues ten, and then
/// stops the sender.
package final class NotifySocket: Sendable {
    /// The path of the socket.
    package let path: String
    private let descriptor: Int32
    private let received = Awaited(Received())

    private struct Received {
        /// The messages that no wait has taken or passed over yet.
        var waiting: [String] = []
        var isAtEnd = false
    }

    /// Listens in a home.
    package init(in home: TestHome) throws {
        path = home.path + "/notify"
        // The socket of an earlier daemon of the same home.
        unlink(path)
        descriptor = try retrying("socket") {
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        try withSocketAddress(path) { address, length in
            _ = try retrying("bind") { bind(descriptor, address, length) }
        }
        Thread.detachNewThread { [descriptor, received] in
            var bytes = [UInt8](repeating: 0, count: 65536)
            // Ends when the socket is shut down.
            while let count = try? retrying("recv", { recv(descriptor, &bytes, bytes.count, 0) }),
                count > 0
            {
                let message = String(decoding: bytes.prefix(count), as: UTF8.self)
                received.change { $0.waiting.append(message) }
            }
            received.change { $0.isAtEnd = true }
        }
    }

    deinit {
        end()
        _ = received.wait(within: .seconds(10)) { $0.isAtEnd ? true : nil }
        close(descriptor)
    }

    /// The environment for a daemon with this socket.
    package var environment: [String: String] { ["NOTIFY_SOCKET": path] }

    /// The next message that has a line such as `READY=1` or `STATUS=…`, whole.
    @discardableResult
    package func waitForMessage(
        containing text: String, within timeout: Duration = ChildProcess.timeout
    ) throws -> String {
        guard let message = try nextMessage(within: timeout, where: { $0.contains(text) }) else {
            throw HarnessFailure("waited \(timeout) for “\(text)” on NOTIFY_SOCKET")
        }
        return message
    }

    /// Ends the waits for a program that has exited, once the messages that it sent are received.
    package func end() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

    /// The next message for which a condition holds; nil when none comes in time.
    ///
    /// - Throws: `HarnessFailure` once the program has exited without it.
    package func nextMessage(
        within timeout: Duration, where matches: (String) -> Bool = { _ in true }
    ) throws -> String? {
        let found = received.wait(within: timeout) { received in
            while !received.waiting.isEmpty {
                let message = received.waiting.removeFirst()
                if matches(message) { return Result<String, HarnessFailure>.success(message) }
            }
            return received.isAtEnd
                ? .failure(HarnessFailure("the program exited before the message")) : nil
        }
        return try found?.get()
    }
}

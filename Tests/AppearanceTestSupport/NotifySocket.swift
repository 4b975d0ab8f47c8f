import Foundation

/// A service manager's notification socket, which receives the messages of `sd_notify`.
package final class NotifySocket: Sendable {
    /// The path of the socket.
    package let path: String
    private let descriptor: Int32

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
    }

    deinit {
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

    /// Ends the waits for a program that has exited, once the messages that it sent are read.
    package func end() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

    /// The next message for which a condition holds; nil when none comes in time.
    ///
    /// - Throws: `HarnessFailure` once the program has exited and all its messages are read.
    package func nextMessage(
        within timeout: Duration, where matches: (String) -> Bool = { _ in true }
    ) throws -> String? {
        let deadline = ContinuousClock.now + timeout
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let left = max(.zero, deadline - .now).inSeconds * 1000
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard try retrying("poll", { poll(&polled, 1, Int32(left.rounded(.up))) }) > 0 else {
                return nil
            }
            let count = try retrying("recv") { recv(descriptor, &bytes, bytes.count, 0) }
            guard count > 0 else { throw HarnessFailure("the program exited before the message") }
            let message = String(decoding: bytes.prefix(count), as: UTF8.self)
            if matches(message) { return message }
        }
    }
}

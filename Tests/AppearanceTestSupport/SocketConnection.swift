import Glibc
import Synchronization

/// A bare connection to the daemon's socket, for input that no proper varlink client sends.
package final class SocketConnection: Sendable {
    private let descriptor: Int32
    private let received = Mutex<[UInt8]>([])

    /// Connects to a socket.
    package init(to path: String) throws {
        descriptor = try retrying("socket") {
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        try withSocketAddress(path) { address, length in
            _ = try retrying("connect") { connect(descriptor, address, length) }
        }
        // A daemon that does not read is to fail the test, not to stop it.
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes as they are.
    package func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = try retrying("send") {
                rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends as many bytes as the other side accepts at once, and returns their number.
    package func sendWithoutWaiting(_ bytes: [UInt8]) throws -> Int {
        let count = bytes.withUnsafeBytes {
            Glibc.send(
                descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        guard count < 0 else { return count }
        guard errno == EAGAIN || errno == EINTR else {
            throw HarnessFailure.systemCall("send", errno)
        }
        return 0
    }

    /// Sends a text as a complete message, with its NUL.
    package func send(message: String) throws {
        try send(Array(message.utf8) + [0])
    }

    /// Sends a call of our interface, with members such as `more` beside its own.
    package func send(
        _ method: String, _ parameters: JSON = [:], with members: [String: JSON] = [:]
    ) throws {
        let name = method.contains(".") ? method : "io.github.appearanced." + method
        let call: [String: JSON] = ["method": .string(name), "parameters": parameters]
        try send(message: JSON.object(call.merging(members) { $1 }).text)
    }

    /// Calls a method and waits for one reply, whole.
    package func call(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        try send(method, parameters)
        return try nextReply()
    }

    /// Closes the connection for sending; the other direction stays open.
    package func finishSending() throws {
        try retrying("shutdown") { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// The next message, whole.
    package func nextReply(within timeout: Duration = ChildProcess.timeout) throws -> JSON {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let message = takeMessage() { return try JSON(parsing: message) }
            guard try receive(until: deadline) else {
                throw HarnessFailure("the connection ended where a reply was waited for")
            }
        }
    }

    /// The next message for which a condition holds; those before it are passed over.
    package func nextReply(
        within timeout: Duration = ChildProcess.timeout, where matches: (JSON) -> Bool
    ) throws -> JSON {
        let deadline = Deadline(within: timeout)
        while true {
            let reply = try nextReply(within: deadline.left)
            if matches(reply) { return reply }
        }
    }

    /// Waits for the end of the connection; returns the text before it, which has no NUL.
    @discardableResult
    package func expectEnd(within timeout: Duration = ChildProcess.timeout) throws -> String {
        let deadline = ContinuousClock.now + timeout
        while try receive(until: deadline) {}
        return received.withLock { String(decoding: $0, as: UTF8.self) }
    }

    private func takeMessage() -> String? {
        received.withLock { bytes in
            guard let end = bytes.firstIndex(of: 0) else { return nil }
            defer { bytes.removeFirst(end + 1) }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
    }

    /// False at the end of the stream.
    private func receive(until deadline: ContinuousClock.Instant) throws -> Bool {
        let left = max(.zero, deadline - .now).inSeconds * 1000
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard try retrying("poll", { poll(&polled, 1, Int32(left.rounded(.up))) }) > 0 else {
            throw HarnessFailure("nothing arrived on the socket in time")
        }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        // A peer that closes with unread data resets the connection.
        guard count > 0 || (count < 0 && errno == EINTR) else { return false }
        received.withLock { $0 += chunk.prefix(max(count, 0)) }
        return true
    }
}

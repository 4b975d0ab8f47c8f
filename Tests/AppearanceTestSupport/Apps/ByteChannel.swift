import Glibc
import Synchronization

/// Bytes to and from a program, by a socket or two pipes; every wait has a deadline.
final class ByteChannel: Sendable {
    private let input: Int32
    private let output: Int32
    private let received = Mutex<[UInt8]>([])

    /// Takes over both descriptors, which may be one.
    init(reading input: Int32, writing output: Int32) {
        self.input = input
        self.output = output
    }

    deinit {
        close(input)
        if output != input { close(output) }
    }

    /// Connects to a port of this machine.
    convenience init(toLocalPort port: UInt16) throws {
        let descriptor = try retrying("socket") {
            socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        self.init(reading: descriptor, writing: descriptor)
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = try retrying("connect") { connect(descriptor, pointer, length) }
            }
        }
    }

    /// Sends everything.
    func send(_ bytes: [UInt8]) throws { try writeAll(bytes, to: output) }

    /// Removes and returns the bytes before the next end mark.
    func take(upTo end: UInt8, within timeout: Duration) throws -> [UInt8] {
        try take(within: timeout) { bytes in
            guard let index = bytes.firstIndex(of: end) else { return nil }
            defer { bytes.removeSubrange(...index) }
            return Array(bytes[..<index])
        }
    }

    /// The next so many bytes.
    func take(_ count: Int, within timeout: Duration) throws -> [UInt8] {
        try take(within: timeout) { bytes in
            guard bytes.count >= count else { return nil }
            defer { bytes.removeFirst(count) }
            return Array(bytes.prefix(count))
        }
    }

    private func take(
        within timeout: Duration, _ cut: (inout [UInt8]) -> [UInt8]?
    ) throws -> [UInt8] {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let taken = received.withLock({ cut(&$0) }) { return taken }
            let left = max(.zero, deadline - .now).inSeconds * 1000
            var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard try retrying("poll", { poll(&polled, 1, Int32(left.rounded(.up))) }) > 0 else {
                throw HarnessFailure("waited \(timeout) for an answer")
            }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = try retrying("read") { read(input, &chunk, chunk.count) }
            guard count > 0 else {
                throw HarnessFailure("it closed the connection instead of a reply")
            }
            received.withLock { $0 += chunk.prefix(count) }
        }
    }
}

internal import Glibc

/// A connected stream socket.
struct UnixStream: ~Copyable {
    private let descriptor: Descriptor

    /// Connects to the socket at `path`; with a timeout of 0 it never blocks.
    ///
    /// The path of an abstract socket begins with NUL.
    init(path: String, timeoutSeconds: Int) throws(DaemonError) {
        let waiting = timeoutSeconds == 0 ? SOCK_NONBLOCK.rawValue : 0
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | waiting
        let number = socket(AF_UNIX, Int32(type), 0)
        descriptor = Descriptor(number)
        guard descriptor.isOpen else { throw .system("socket", errno: errno) }
        // This bounds both connect and send if the daemon is stopped.
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(
            number, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        switch try Self.connect(number, to: path) {
        case 0: break
        case ENOENT, ECONNREFUSED, ENOTDIR: throw .notRunning(path: path)
        case EAGAIN, EINPROGRESS: throw .timedOut(seconds: timeoutSeconds)
        case let code: throw .system("connect \(path)", errno: code)
        }
    }

    /// The descriptor to wait for.
    var number: Int32 { descriptor.number }

    /// Connects and returns errno, 0 for success.
    private static func connect(_ number: Int32, to path: String) throws(DaemonError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw .system("connect \(path)", errno: ENAMETOOLONG) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // The name of an abstract socket ends with the address.
                let unused = path.utf8.first == 0 ? 108 - path.utf8.count : 0
                let size = socklen_t(MemoryLayout<sockaddr_un>.size - unused)
                return retrying { Glibc.connect(number, address, size) } < 0 ? errno : 0
            }
        }
    }

    /// Sends every byte, or those before the daemon disconnects.
    ///
    /// A daemon that has closed the connection may have sent an error, which `receive` returns.
    func send(_ bytes: [UInt8], timeoutSeconds: Int) throws(DaemonError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                retrying { Glibc.send(descriptor.number, bytes.baseAddress, bytes.count, flags) }
            }
            switch count < 0 ? errno : 0 {
            case 0: rest = rest.dropFirst(count)
            case EPIPE, ECONNRESET: return
            case EAGAIN: throw .timedOut(seconds: timeoutSeconds)
            case let code: throw .system("send", errno: code)
            }
        }
    }

    private var flags: Int32 { Int32(MSG_NOSIGNAL) }

    /// Waits for bytes as `wait` does and returns at most 16 KiB.
    ///
    /// - Returns: `nil` after the timeout; an empty slice when the daemon has disconnected.
    func receive(
        within milliseconds: Int32, unlessHungUp watched: Int32?
    ) throws(DaemonError) -> ArraySlice<UInt8>? {
        switch try wait(for: descriptor.number, within: milliseconds, unlessHungUp: watched) {
        case .timeIsUp: return nil
        case .ready: return try receive()
        }
    }

    /// Returns the available bytes, at most 16 KiB; `nil` if there are none, empty at the end.
    func receive() throws(DaemonError) -> ArraySlice<UInt8>? {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 16_384) { room, count in
            let received = retrying {
                recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
            }
            if received < 0 { failure = errno }
            count = max(received, 0)
        }
        switch failure {
        case 0, ECONNRESET: return piece[...]
        case EAGAIN: return nil
        case let code: throw .system("recv", errno: code)
        }
    }
}

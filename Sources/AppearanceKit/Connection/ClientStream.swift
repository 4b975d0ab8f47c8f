internal import Glibc
internal import Linux

/// A stream socket that is connected to a service.
struct ClientStream: ~Copyable {
    private let socket: Descriptor

    /// Connects to the socket at `path`; with a timeout of 0 it never blocks.
    ///
    /// The path of an abstract socket begins with NUL.
    init(path: String, timeoutSeconds: Int) throws(DaemonError) {
        do throws(IOError) {
            socket = try Self.connectedSocket(path, timeoutSeconds)
        } catch {
            switch error.errno {
            case .noSuchFile, .connectionRefused, .notADirectory: throw .notRunning(path: path)
            case .wouldBlock: throw .timedOut(seconds: timeoutSeconds)
            default: throw DaemonError(error)
            }
        }
    }

    private static func connectedSocket(
        _ path: String, _ timeoutSeconds: Int
    ) throws(IOError) -> Descriptor {
        let address = try UnixAddress(path: path)
        let blocking = timeoutSeconds == 0 ? SOCK_NONBLOCK.rawValue : 0
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | blocking)
        let socket = try Descriptor(
            owning: SystemCall.run("socket") { Glibc.socket(AF_UNIX, kind, 0) })
        // This bounds both connect and send if the daemon is stopped.
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        let number = socket.rawValue
        setsockopt(
            number, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        try SystemCall.run("connect", path) { address.withPointer { connect(number, $0, $1) } }
        return socket
    }

    /// The descriptor to wait for.
    var rawValue: Int32 { socket.rawValue }

    /// Sends every byte, or those before the daemon disconnects.
    ///
    /// A daemon that has closed the connection may have sent an error, which `receive` returns.
    func send(_ bytes: [UInt8], timeoutSeconds: Int) throws(DaemonError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let outcome = rest.withUnsafeBytes { bytes in
                SystemCall.attempt {
                    Glibc.send(rawValue, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
            }
            switch outcome {
            case .success(let count): rest = rest.dropFirst(count)
            case .failure(.brokenPipe), .failure(.connectionReset): return
            case .failure(.wouldBlock): throw .timedOut(seconds: timeoutSeconds)
            case .failure(let errno): throw .system("send", errno: errno.rawValue)
            }
        }
    }

    /// Waits for bytes as `wait` does and returns at most 16 KiB.
    ///
    /// - Returns: `nil` after the timeout; an empty slice when the daemon has disconnected.
    func receive(
        within milliseconds: Int32, unlessHungUp watched: Int32?
    ) throws(DaemonError) -> ArraySlice<UInt8>? {
        switch try wait(for: rawValue, within: milliseconds, unlessHungUp: watched) {
        case .timeIsUp: return nil
        case .ready: return try receive()
        }
    }

    /// Returns the available bytes, at most 16 KiB; `nil` if there are none, empty at the end.
    func receive() throws(DaemonError) -> ArraySlice<UInt8>? {
        var failure: Errno?
        let piece = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            let outcome = SystemCall.attempt {
                recv(rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            }
            switch outcome {
            case .success(let received): count = received
            case .failure(let errno): failure = errno
            }
        }
        switch failure {
        case nil, .connectionReset: return piece[...]
        case .wouldBlock: return nil
        case .some(let errno): throw .system("recv", errno: errno.rawValue)
        }
    }
}

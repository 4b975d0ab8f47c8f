package import CLinux
import Glibc

/// One end of a connection between two processes; it never waits.
package struct UnixStream: ~Copyable, Sendable {
    private let socket: Descriptor

    /// Takes over a connected socket that does not block.
    package init(owning descriptor: Int32) { socket = Descriptor(owning: descriptor) }

    /// The number to watch while this owner lives.
    package var descriptor: Int32 { socket.rawValue }

    /// The user and the process that the peer was when it connected.
    package struct Peer: Equatable, Sendable {
        package let userID: UInt32
        /// 0 for a process that this one cannot see.
        package let processID: UInt32

        /// Whether it is of this process's user, or of root.
        package var isOfOwnUser: Bool { userID == geteuid() || userID == 0 }
    }

    /// Returns who connected.
    package borrowing func peer() throws(IOError) -> Peer {
        var credentials = peer_credentials()
        var length = socklen_t(MemoryLayout<peer_credentials>.size)
        try SystemCall.run("getsockopt", "SO_PEERCRED") {
            getsockopt(socket.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        }
        return Peer(userID: credentials.uid, processID: UInt32(credentials.pid))
    }

    /// Limits what the kernel keeps for a peer that does not read; the kernel doubles the figure.
    package borrowing func limitSendBuffer(toBytes bytes: Int32) throws(IOError) {
        try socket.setSocketOption(SO_SNDBUF, to: bytes, called: "SO_SNDBUF")
    }

    /// Appends what has arrived, at most so many bytes.
    package borrowing func receive(into buffer: inout [UInt8], atMost limit: Int) -> Transfer {
        withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { chunk in
            let outcome = SystemCall.attempt {
                recv(socket.rawValue, chunk.baseAddress, chunk.count, 0)
            }
            if case .success(let count) = outcome {
                buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
            return Transfer("recv", outcome)
        }
    }

    /// Sends what fits of the bytes from an offset on; there must be at least one.
    package borrowing func send(_ bytes: [UInt8], from offset: Int = 0) -> Transfer {
        precondition(bytes.indices.contains(offset), "nothing to send")
        return bytes.withUnsafeBytes { buffer in
            let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
            return Transfer(
                "send",
                SystemCall.attempt {
                    Glibc.send(
                        socket.rawValue, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                })
        }
    }
}

/// The result of an attempt to move bytes through a socket.
package enum Transfer: Equatable, Sendable {
    /// So many bytes went through, at least one.
    case bytes(Int)
    /// Nothing for now; the loop reports when to try again.
    case wouldBlock
    /// The peer is gone, or has ended its side.
    case closed
    /// The socket cannot be used any more.
    case failed(IOError)

    init(_ call: StaticString, _ outcome: Attempt<Int>) {
        switch outcome {
        case .success(0), .failure(.brokenPipe), .failure(.connectionReset): self = .closed
        case .success(let count): self = .bytes(count)
        case .failure(.wouldBlock): self = .wouldBlock
        case .failure(let errno):
            self = .failed(.system(call: "\(call)", subject: "", errno: errno))
        }
    }
}

/// The address of a Unix socket that has a path, or an abstract name, which begins with NUL.
package struct UnixAddress {
    private var address = sockaddr_un()
    private let size: socklen_t

    /// The bytes that `sun_path` holds besides the terminating NUL.
    static let limitBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    package init(path: String) throws(IOError) {
        guard path.utf8.count <= Self.limitBytes else {
            throw .pathTooLong(path: path, limitBytes: Self.limitBytes)
        }
        // An abstract name ends with the address.
        let unused = path.utf8.first == 0 ? Self.limitBytes + 1 - path.utf8.count : 0
        size = socklen_t(MemoryLayout<sockaddr_un>.size - unused)
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// Returns the path of a bound socket; `nil` if it has none, or an abstract name.
    static func path(of socket: Int32) -> String? {
        var address = sockaddr_un()
        // The kernel reports a longer size, and no NUL, for a path that fills the address.
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
        }
        guard status == 0 else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }

    /// Hands the address to a call such as `bind`.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result)
        -> Result
    {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, size)
            }
        }
    }
}

extension Descriptor {
    /// Creates a Unix stream socket that never blocks.
    package static func unixSocket() throws(IOError) -> Descriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return try Descriptor(owning: SystemCall.run("socket") { socket(AF_UNIX, Int32(kind), 0) })
    }

    /// Returns the next connection in the queue of a listening socket, as a descriptor to be owned.
    package borrowing func acceptConnection() -> Attempt<Int32> {
        SystemCall.attempt {
            accept4(
                rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
        }
    }

    /// Sets a number among a socket's options.
    borrowing func setSocketOption(
        _ option: Int32, to value: Int32, called name: String
    ) throws(IOError) {
        var value = value
        try SystemCall.run("setsockopt", name) {
            setsockopt(rawValue, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
}

/// A look at a Unix socket from outside.
package enum SocketProbe {
    /// Connects without waiting, and hangs up again.
    ///
    /// `wouldBlock` means that the queue for connections is full: a process listens but does not
    /// accept, and a connection that waits would wait for that.
    package static func connect(to path: String) throws(IOError) -> Attempt<Void> {
        let address = try UnixAddress(path: path)
        let probe = try Descriptor.unixSocket()
        return SystemCall.attempt {
            address.withPointer { Glibc.connect(probe.rawValue, $0, $1) }
        }.map { _ in }
    }
}

import CLinux
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

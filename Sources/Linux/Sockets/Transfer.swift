/// The result of an attempt to move bytes through a socket.
package enum Transfer: Hashable, Sendable {
    /// So many bytes went through, at least one.
    case bytes(Int)
    /// Nothing for now; the loop tells when to try again.
    case wouldBlock
    /// The peer is gone, or has ended its side.
    case closed
    /// The socket is of no more use.
    case failed(IOError)

    init(_ call: StaticString, _ outcome: Result<Int, Errno>) {
        switch outcome {
        case .success(0), .failure(.brokenPipe), .failure(.connectionReset): self = .closed
        case .success(let count): self = .bytes(count)
        case .failure(.wouldBlock): self = .wouldBlock
        case .failure(let errno):
            self = .failed(.system(call: "\(call)", subject: "", errno: errno))
        }
    }
}

import Glibc
import Linux

/// The output of a child process on one of its streams, read as it arrives.
final class ChildOutput {
    private let descriptor: Descriptor
    private let limit: Int
    private var source: IOSource?
    private(set) var bytes: [UInt8] = []

    // What has come is read in one go, but not for ever from one that never stops.
    private static let pieceBytes = 16 * 1024
    private static let mostPieces = 16

    init(
        reading descriptor: consuming Descriptor, limit: Int, on loop: EventLoop
    ) throws(IOError) {
        self.descriptor = descriptor
        self.limit = limit
        source = try loop.watch(self.descriptor.rawValue, for: .readable) { [weak self] _ in
            self?.take()
        }
    }

    /// Takes what has come so far; nothing waits.
    func take() {
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        for _ in 0..<Self.mostPieces {
            let outcome = SystemCall.attempt {
                piece.withUnsafeMutableBytes { read(descriptor.rawValue, $0.baseAddress, $0.count) }
            }
            switch outcome {
            case .success(let count) where count > 0:
                bytes += piece[..<min(count, limit - bytes.count)]
            case .failure(.wouldBlock): return
            case .success, .failure: return close()
            }
        }
    }

    // The source must leave the loop before the descriptor is closed.
    /// Reads no more.
    func close() { source = nil }

    deinit { source = nil }
}

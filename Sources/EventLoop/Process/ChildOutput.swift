import AppearanceLimits
import Glibc
import Linux

/// The output of a child process on one of its streams, read as it arrives.
final class ChildOutput {
    private let descriptor: Descriptor
    private let limit: Int
    private var source: IOSource?
    private(set) var bytes: [UInt8] = []
    private let line: ((String) -> Void)?
    /// The start of the first line that was not passed on.
    private var lineStart = 0
    private weak var loop: EventLoop?
    /// Whether it drops what it reads, for processes that were left behind.
    private var isDiscarding = false

    // All available output is read at once, up to a limit if it never stops.
    private static let pieceBytes = 16 * 1024
    private static let mostPieces = 16

    init(
        reading descriptor: consuming Descriptor, limit: Int, on loop: EventLoop,
        _ line: ((String) -> Void)? = nil
    ) throws(IOError) {
        self.line = line
        self.loop = loop
        self.descriptor = descriptor
        self.limit = limit
        source = try loop.watch(self.descriptor.rawValue, for: .readable) { [weak self] _ in
            self?.take()
        }
    }

    /// Reads the available output without waiting.
    func take() {
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        for _ in 0..<Self.mostPieces {
            let outcome = SystemCall.attempt {
                piece.withUnsafeMutableBytes { read(descriptor.rawValue, $0.baseAddress, $0.count) }
            }
            switch outcome {
            case .success(let count) where count > 0:
                guard !isDiscarding else {
                    bytes = []
                    continue
                }
                bytes += piece[..<min(count, limit - bytes.count)]
                passLines()
            case .failure(.wouldBlock): return
            case .success, .failure: return close()
            }
        }
    }

    /// Passes on the complete lines.
    private func passLines() {
        guard let line else { return }
        while let end = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
            line(String(decoding: bytes[lineStart..<end], as: UTF8.self))
            lineStart = end + 1
        }
    }

    /// Passes on the rest, and reads no more; or reads on and drops it, until the last writer ends or
    /// `Limits.discardedOutputs` others have come after it.
    func finish(discardingMore: Bool) {
        if let line, lineStart < bytes.count {
            line(String(decoding: bytes[lineStart...], as: UTF8.self))
        }
        lineStart = bytes.count
        guard discardingMore, source != nil, let loop else { return close() }
        isDiscarding = true
        loop.discardedOutputs.append(self)
        if loop.discardedOutputs.count > Limits.discardedOutputs {
            loop.discardedOutputs[0].close()
        }
    }

    // The source must leave the loop before the descriptor is closed.
    /// Stops reading.
    func close() {
        source = nil
        if isDiscarding { loop?.discardedOutputs.removeAll { $0 === self } }
    }

    deinit { source = nil }
}

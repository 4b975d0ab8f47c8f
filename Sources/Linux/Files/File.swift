import Glibc

/// Reading whole files.
package enum File {
    /// Reads a regular file of at most `limit` bytes; never waits, not even for a FIFO.
    package static func read(_ path: String, limit: Int) throws(IOError) -> [UInt8] {
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let status = try file.status(subject: path)
        guard status.isRegularFile else { throw .notRegularFile(path: path) }
        // The size is only a hint: files of /proc and /sys have none, and files grow.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(Int(status.st_size), 0), limit) + 1)
        while try file.readChunk(into: &bytes, subject: path) > 0 {
            if bytes.count > limit { throw .tooLarge(path: path, limitBytes: limit) }
        }
        return bytes
    }

    /// Reads the same way a file that need not be there; nil where it is not.
    package static func readIfPresent(
        _ path: String, limit: Int
    ) throws(IOError) -> [UInt8]? {
        do throws(IOError) { return try read(path, limit: limit) } catch {
            if error.errno == .noSuchFile { return nil }
            throw error
        }
    }

    /// Reads the first bytes of a regular file, fewer where it has no more.
    package static func beginning(
        of path: String, count: Int
    ) throws(IOError) -> [UInt8] {
        let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard try file.status(subject: path).isRegularFile
        else { throw .notRegularFile(path: path) }
        var bytes: [UInt8] = []
        while bytes.count < count, try file.readChunk(into: &bytes, subject: path) > 0 {}
        return Array(bytes.prefix(count))
    }
}

extension Descriptor {
    /// Appends the next bytes; returns how many, 0 at the end.
    fileprivate borrowing func readChunk(
        into bytes: inout [UInt8], subject: String
    ) throws(IOError) -> Int {
        let outcome = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { chunk in
            let outcome = SystemCall.attempt { read(rawValue, chunk.baseAddress, chunk.count) }
            if case .success(let count) = outcome {
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
            return outcome
        }
        switch outcome {
        case .success(let count): return count
        case .failure(let errno): throw .system(call: "read", subject: subject, errno: errno)
        }
    }
}

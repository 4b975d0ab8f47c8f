import CLinux
import Glibc

/// Sole owner of a file descriptor, which is closed with it.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, to be used while the owner lives.
    package let rawValue: Int32

    /// Takes over an open descriptor.
    package init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "a descriptor is 0 or more")
        self.rawValue = rawValue
    }

    /// Opens a path; the descriptor is never inherited by a child.
    package init(
        opening path: String, flags: Int32, mode: UInt32 = 0
    ) throws(IOError) {
        let rawValue = try SystemCall.run("open", path) { open(path, flags | O_CLOEXEC, mode) }
        self.init(owning: rawValue)
    }

    // Linux frees the number even where close(2) fails, so there is nothing to retry.
    deinit { close(rawValue) }
}

extension Descriptor {
    /// Writes all bytes, however many calls it takes.
    package borrowing func writeAll(_ bytes: [UInt8], subject: String) throws(IOError) {
        var written = 0
        while written < bytes.count {
            written += try SystemCall.run("write", subject) {
                bytes.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    return write(rawValue, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Returns the result of `fstat`.
    borrowing func status(subject: String) throws(IOError) -> stat {
        var status = stat()
        try SystemCall.run("fstat", subject) { fstat(rawValue, &status) }
        return status
    }
}

extension stat {
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isSocket: Bool { st_mode & S_IFMT == S_IFSOCK }
    /// The permission bits.
    var permissions: UInt32 { st_mode & 0o7777 }
}

/// Both ends of a pipe; the reading end never waits.
package struct Pipe: ~Copyable {
    package let read: Descriptor
    package let write: Descriptor

    package init() throws(IOError) {
        var ends: [Int32] = [-1, -1]
        try SystemCall.run("pipe2") { pipe2(&ends, O_CLOEXEC) }
        // With a pipe of our own this cannot fail.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        read = Descriptor(owning: ends[0])
        write = Descriptor(owning: ends[1])
    }

    /// Closes the writing end and returns the reading end.
    package consuming func reader() -> Descriptor { read }
}

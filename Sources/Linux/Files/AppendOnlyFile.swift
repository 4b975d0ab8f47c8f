import Glibc

/// A new file, for its owner alone, that only grows.
package struct AppendOnlyFile: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let path: String

    /// Makes a file where nothing is yet, not even a dangling link.
    package init(making path: String) throws(IOError) {
        descriptor = try Descriptor(
            opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND, mode: 0o600)
        self.path = path
    }

    /// Adds bytes to its end; of a failure some of them may have been written.
    package borrowing func append(_ bytes: [UInt8]) throws(IOError) {
        try descriptor.writeAll(bytes, subject: path)
    }
}

extension File {
    /// Gives a file another name; what has that name is replaced.
    package static func move(_ path: String, to other: String) throws(IOError) {
        try SystemCall.run("rename", path) { rename(path, other) }
    }
}

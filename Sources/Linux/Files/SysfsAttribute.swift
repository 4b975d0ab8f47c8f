import Glibc

/// An open attribute of sysfs, which the kernel computes again for each read.
package final class SysfsAttribute: Sendable {
    /// The path below `/sys`.
    package let path: String
    private let descriptor: Descriptor

    private static let flags = O_RDONLY | O_NOCTTY

    /// Opens an attribute for reading.
    package init(path: String) throws(IOError) {
        self.path = path
        descriptor = try Descriptor(opening: path, flags: Self.flags)
    }

    /// Returns the present content, or the reason why there is none: ENODEV once the device is gone.
    ///
    /// It may block for as long as a driver takes to measure.
    package func read() -> Attempt<[UInt8]> { descriptor.readPage() }

    /// Returns the content of an attribute that is opened for this one read.
    package static func read(_ path: String) -> Attempt<[UInt8]> {
        switch SystemCall.attempt({ open(path, flags | O_CLOEXEC) }) {
        case .success(let descriptor): Descriptor(owning: descriptor).readPage()
        case .failure(let errno): .failure(errno)
        }
    }
}

extension Descriptor {
    /// Reads from the start one page, the most that sysfs returns.
    fileprivate borrowing func readPage() -> Attempt<[UInt8]> {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { page in
            SystemCall.attempt { pread(rawValue, page.baseAddress, page.count, 0) }
                .map { Array(page[..<$0]) }
        }
    }
}

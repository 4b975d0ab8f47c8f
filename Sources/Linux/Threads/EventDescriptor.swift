import CLinux
import Glibc

/// A flag that one thread raises and another can wait for, eventfd(2).
struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: Descriptor

    init() throws(IOError) {
        descriptor = try Descriptor(
            owning: SystemCall.run("eventfd") {
                eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            })
    }

    var rawValue: Int32 { descriptor.rawValue }

    /// Raises the flag; it cannot fail, as the counter holds 2^64 - 2 of them.
    borrowing func raise() {
        var one: UInt64 = 1
        _ = SystemCall.attempt { write(rawValue, &one, MemoryLayout.size(ofValue: one)) }
    }

    /// Lowers the flag; returns whether it was up.
    @discardableResult
    borrowing func lower() -> Bool {
        var count: UInt64 = 0
        let outcome = SystemCall.attempt {
            read(rawValue, &count, MemoryLayout.size(ofValue: count))
        }
        if case .success = outcome { return true }
        return false
    }
}

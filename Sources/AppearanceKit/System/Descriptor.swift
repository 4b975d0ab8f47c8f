internal import Glibc

/// The owner of a file descriptor, or of the -1 that a failed system call returned.
package struct Descriptor: ~Copyable {
    /// The number, below 0 for none.
    package let number: Int32

    /// Owns a descriptor from now on.
    package init(_ number: Int32) { self.number = number }

    /// Whether there is one.
    package var isOpen: Bool { number >= 0 }

    deinit {
        if number >= 0 { close(number) }
    }
}

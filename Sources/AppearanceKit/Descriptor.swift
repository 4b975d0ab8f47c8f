internal import Glibc

/// The owner of a file descriptor, or of the -1 that a failed system call returned.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    var isOpen: Bool { number >= 0 }

    deinit {
        if number >= 0 { close(number) }
    }
}

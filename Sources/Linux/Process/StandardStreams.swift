import Glibc

/// The three descriptors that a program starts with.
package enum StandardDescriptors {
    /// Opens those that were closed (`2>&-`) to nothing.
    ///
    /// Else the next thing that is opened, such as a socket, would be taken for an output. It must
    /// come before anything else is opened.
    package static func fill() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}

/// The standard error stream; a message that cannot be written is lost.
package enum StandardError {
    /// Whether a person reads it as it comes.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a text at once.
    package static func write(_ text: String) { writeAll(text, to: STDERR_FILENO) }
}

/// The standard output stream.
package enum StandardOutput {
    /// Writes a text at once.
    package static func write(_ text: String) { writeAll(text, to: STDOUT_FILENO) }
}

private func writeAll(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let outcome = SystemCall.attempt { write(descriptor, rest.baseAddress, rest.count) }
            guard case .success(let count) = outcome else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

import Glibc

/// The three descriptors that a program starts with.
package enum StandardDescriptors {
    /// Opens those that were closed (`2>&-`) to `/dev/null`.
    ///
    /// Otherwise the next descriptor that is opened, such as a socket, would be taken for an output.
    /// It must be called before anything else is opened.
    package static func fill() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}

/// Standard output or standard error.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether it is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes all of a text at once.
    ///
    /// - Returns: the error; `nil` for success.
    @discardableResult package func write(_ text: String) -> Errno? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                switch SystemCall.attempt({ Glibc.write(rawValue, rest.baseAddress, rest.count) }) {
                case .success(let count): rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                case .failure(let errno): return errno
                }
            }
            return nil
        }
    }
}

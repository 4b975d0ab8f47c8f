internal import Glibc

/// Standard output, written in whole lines, each at once.
package enum StandardOutput {
    /// Prints a line.
    package static func line(_ text: String) {
        write(Array(text.printable.utf8))
    }

    /// Prints a line, in colour if the terminal has colours.
    package static func line(_ line: StyledLine) {
        write(Array(line.text(coloured: Terminal.hasColours, \.printable).utf8))
    }

    /// Prints a prompt without a line end.
    package static func prompt(_ text: String) {
        write(Array(text.printable.utf8), endingLine: false)
    }

    /// Prints bytes, which must have no control characters, and a line end.
    package static func line(bytes: [UInt8]) { write(bytes) }

    private static func write(_ line: [UInt8], endingLine: Bool = true) {
        switch writeAll(line + (endingLine ? [UInt8(ascii: "\n")] : []), to: STDOUT_FILENO) {
        case 0: break
        // The reader has closed the pipe: `appearancectl watch | head -1`.
        case EPIPE: ExitStatus.done.exit()
        case let code:
            StandardError.line(
                "\(Program.name): standard output: \(String(cString: strerror(code)))")
            ExitStatus.refused.exit()
        }
    }
}

/// Standard error.
package enum StandardError {
    /// Prints a line; a failure is ignored.
    package static func line(_ text: String) {
        _ = writeAll(Array(text.printable.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }
}

/// Writes all bytes and returns errno, 0 for success.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

extension String {
    /// The text with its control characters, except line ends, replaced by spaces.
    fileprivate var printable: String {
        // Some terminals also obey the control characters of Latin 1.
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? " " : $0 }))
    }
}

/// The terminal on standard output.
package enum Terminal {
    /// Whether to print colours: on a terminal that has them, unless `NO_COLOR` is set.
    ///
    /// https://no-color.org
    package static var hasColours: Bool {
        isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
    }

    /// The width of a line of prose, 40 to 100 characters.
    package static var width: Int {
        var size = winsize()
        let columns =
            ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
            ? Int(size.ws_col) : Int(variable("COLUMNS")) ?? 80
        return min(max(columns, 40), 100)
    }

    private static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }
}

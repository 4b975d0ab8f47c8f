internal import Glibc
internal import Linux

/// Standard output, written in whole lines, each at once.
package enum StandardOutput {
    /// Prints a line.
    package static func line(_ text: String) { write(text.printable + "\n") }

    /// Prints a line, in colour if the terminal has colours.
    package static func line(_ line: StyledLine) {
        write(line.text(coloured: Terminal.hasColours, \.printable) + "\n")
    }

    /// Prints a prompt without a line end.
    package static func prompt(_ text: String) { write(text.printable) }

    /// Prints bytes, which must have no control characters, and a line end.
    package static func line(bytes: [UInt8]) {
        write(String(decoding: bytes, as: UTF8.self) + "\n")
    }

    private static func write(_ text: String) {
        switch StandardStream.output.write(text) {
        case nil: break
        // The reader has closed the pipe: `appearancectl watch | head -1`.
        case .brokenPipe: ExitStatus.done.exit()
        case .some(let errno):
            StandardError.line("\(Program.name): standard output: \(errno)")
            ExitStatus.refused.exit()
        }
    }
}

/// Standard error.
package enum StandardError {
    /// Prints a line; a failure is ignored.
    package static func line(_ text: String) {
        StandardStream.error.write(text.printable + "\n")
    }
}

extension String {
    /// The text with its control characters, except line ends, replaced by spaces.
    var printable: String {
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
        StandardStream.output.isTerminal && (CurrentProcess.variable("NO_COLOR") ?? "").isEmpty
            && CurrentProcess.variable("TERM") != "dumb"
    }

    /// The width of a line of prose, 40 to 100 characters.
    package static var width: Int { min(max(columns, 40), 100) }

    /// The number of columns of the terminal, otherwise of `COLUMNS`, otherwise 80.
    package static var columns: Int { size?.columns ?? variable("COLUMNS") ?? 80 }

    /// The number of rows of the terminal, otherwise of `LINES`, otherwise 24.
    package static var rows: Int { size?.rows ?? variable("LINES") ?? 24 }

    private static var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private static func variable(_ name: String) -> Int? {
        CurrentProcess.variable(name).flatMap { Int($0) }
    }
}

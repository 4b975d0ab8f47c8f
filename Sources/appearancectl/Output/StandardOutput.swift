internal import AppearanceProtocol
internal import Glibc

/// Where results go: whole lines, each written at once, so that a pipe sees it when it happens.
enum StandardOutput {
    static func line(_ text: String) {
        write(Array(text.printable.utf8))
    }

    /// Prints a line with its colours, if the terminal has any.
    static func line(_ line: StyledLine) {
        write(Array(line.text(coloured: Terminal.hasColours, \.printable).utf8))
    }

    /// Prints a question, behind which the answer is typed.
    static func prompt(_ text: String) {
        write(Array(text.printable.utf8), endingLine: false)
    }

    /// Prints a value on one line as it is: what a terminal would obey is escaped in JSON.
    static func json(_ value: JSON) {
        write(value.text)
    }

    private static func write(_ line: [UInt8], endingLine: Bool = true) {
        switch writeAll(line + (endingLine ? [UInt8(ascii: "\n")] : []), to: STDOUT_FILENO) {
        case 0: break
        // The reader has seen enough: `appearancectl watch | head -1`.
        case EPIPE: ExitStatus.done.exit()
        case let code:
            StandardError.line("appearancectl: standard output: \(String(cString: strerror(code)))")
            ExitStatus.refused.exit()
        }
    }
}

/// Where complaints go.
enum StandardError {
    /// Prints a line; where nobody can be told that this failed, nobody is.
    static func line(_ text: String) {
        _ = writeAll(Array(text.printable.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }
}

/// Returns errno, 0 for success.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
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
    /// The text with nothing in it that a terminal would obey, but for the end of a line.
    fileprivate var printable: String {
        // The control characters of ASCII and of Latin 1, which some terminals obey as well.
        func isCommand(_ scalar: Unicode.Scalar) -> Bool {
            (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
        }
        guard unicodeScalars.contains(where: isCommand) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { isCommand($0) ? " " : $0 }))
    }
}

/// What standard output is, as far as one can see it.
enum Terminal {
    /// Whether colours are wanted: by a terminal that has some, whose user did not ask for none.
    ///
    /// https://no-color.org
    static var hasColours: Bool {
        isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
    }

    /// How many characters a line of prose may have, 40 to 100.
    static var width: Int {
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

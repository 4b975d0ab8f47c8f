internal import Glibc
internal import Linux

/// Standard output, written in whole lines, each at once.
package enum StandardOutput {
    /// Its name in the place of a file.
    package static let name = "-"

    package static func line(_ text: String) { write(text.printable + "\n") }

    /// Prints a line, in colour if the terminal has colours.
    package static func line(_ line: StyledLine) {
        write(line.text(coloured: Terminal.hasColours, \.printable) + "\n")
    }

    /// Prints a prompt without a line end.
    package static func prompt(_ text: String) { write(text.printable) }

    /// Prints bytes, which must have no control characters but the user's own, and a line end.
    package static func line(bytes: [UInt8]) {
        write(String(decoding: bytes, as: UTF8.self) + "\n")
    }

    /// Prints a text as it is, such as a picture.
    static func whole(_ text: String) { write(text) }

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

package enum StandardError {
    /// Prints a line; a failure is ignored.
    package static func line(_ text: String) { StandardStream.error.line(text) }
}

extension String {
    /// The text with a blank for each control character, except line ends.
    var printable: String { withoutControls(except: "\n") }
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
        CurrentProcess.variable(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The whole terminal, for a view that is drawn again and again.
///
/// It uses the alternate screen without a cursor, and reads keys at once and without echo. `leave`
/// restores everything.
package final class TerminalScreen {
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

    private var original: termios?
    private var isEntered = false

    package init() {}

    /// Whether standard output is a terminal that can be drawn on, and this program is in front.
    package static var isAvailable: Bool {
        StandardStream.output.isTerminal && CurrentProcess.variable("TERM") != "dumb"
            && tcgetpgrp(STDOUT_FILENO) == getpgrp()
    }

    package static var hasKeys: Bool {
        isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    }

    package func enter() {
        guard !isEntered else { return }
        isEntered = true
        var settings = termios()
        // In the background, the kernel stops this program here until it is in front again.
        if isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 {
            original = settings
            settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        _ = StandardStream.output.write(Self.entering)
    }

    package func leave() {
        guard isEntered else { return }
        isEntered = false
        // In the background, the terminal is no longer this program's.
        if Self.hasKeys, var settings = original { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        original = nil
        _ = StandardStream.output.write(Self.leaving)
    }

    /// Draws lines from the top; what exceeds the terminal is cut off.
    ///
    /// - Returns: Whether the terminal is still there.
    package func draw(_ lines: [StyledLine]) -> Bool {
        let width = Terminal.columns
        let shown = lines.prefix(Terminal.rows).map { line in
            line.prefix(width).text(coloured: Terminal.hasColours, \.printable) + "\u{1B}[K"
        }
        // In one write, so that no half of a picture is seen.
        let text = "\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J"
        return StandardStream.output.write(text) == nil
    }
}

extension StyledLine {
    func prefix(_ count: Int) -> StyledLine {
        var rest = count
        var line = StyledLine("")
        for part in parts where rest > 0 {
            line = line + StyledLine(String(part.text.prefix(rest)), part.style)
            rest -= part.text.count
        }
        return line
    }
}

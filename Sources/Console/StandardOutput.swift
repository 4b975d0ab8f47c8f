internal import Glibc
internal import Linux

/// Standard output, written in whole lines, each at once.
package enum StandardOutput {
    /// Its name in the place of a file.
    package static let name = "-"

    /// Prints a text, each of its lines wrapped on a terminal.
    package static func line(_ text: String) {
        write(
            lines: text.printable.split(separator: "\n", omittingEmptySubsequences: false).map {
                StyledLine(String($0))
            })
    }

    /// Prints a line, wrapped and in colour on a terminal.
    package static func line(_ line: StyledLine) { write(lines: [line]) }

    /// Prints a line that people copy, such as a command or a line of a file, which is never wrapped.
    package static func verbatim(_ line: StyledLine) { write(line.shown + "\n") }

    private static func write(lines: [StyledLine]) {
        let width = StandardStream.output.isTerminal ? Terminal.columns : nil
        let shown = lines.flatMap { line in width.map(line.wrapped) ?? [line] }
        write(shown.map { $0.shown + "\n" }.joined())
    }

    /// Prints a prompt without a line end.
    package static func prompt(_ text: String) { write(Terminal.drawable(text.printable)) }

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

    /// Whether lines and boxes are drawn: on a terminal, for people who see it.
    package static var hasDrawings: Bool {
        StandardStream.output.isTerminal && CurrentProcess.variable("TERM") != "dumb"
    }

    /// Whether the locale has the characters of drawings; by the variables, as no locale is set.
    private static let isUTF8: Bool = {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { CurrentProcess.variable($0) }
            .first { !$0.isEmpty }
        // A modifier may follow: ca_ES.UTF-8@valencia.
        let charset = (locale ?? "").prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
        return charset.hasSuffix("utf8")
    }()

    /// The characters of our own texts that are not ASCII, with those that replace them.
    private static let replacements: [Character: String] = [
        "─": "-", "│": "|", "┄": "-", "┬": "+", "┤": "+", "├": "|", "└": "`", "░": ".",
        "▒": ":", "█": "#", "▀": "\"", "▄": "_", "▲": "^", "●": "*", "○": "o", "–": "-",
        "…": "...", "→": "->", "°": " deg",
    ]

    /// Returns the text in the characters of the terminal: in a locale without UTF-8, drawings are ASCII.
    static func drawable(_ text: String) -> String {
        guard !isUTF8, StandardStream.output.isTerminal else { return text }
        return text.map { replacements[$0] ?? String($0) }.joined()
    }

    /// The width of a line of prose, 40 to 100 characters.
    package static var width: Int { min(max(columns, 40), 100) }

    /// The number of columns of the terminal, otherwise of `COLUMNS`, otherwise 80.
    package static var columns: Int { size.columns ?? variable("COLUMNS") ?? 80 }

    /// The number of rows of the terminal, otherwise of `LINES`, otherwise 24.
    package static var rows: Int { size.rows ?? variable("LINES") ?? 24 }

    private static var size: (columns: Int?, rows: Int?) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
        return (
            size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil
        )
    }

    private static func variable(_ name: String) -> Int? {
        // A view is as large in memory.
        CurrentProcess.variable(name).flatMap { Int($0) }
            .flatMap { (1...10_000).contains($0) ? $0 : nil }
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
            line.prefix(width).shown + "\u{1B}[K"
        }
        // In one write, so that no half of a picture is seen.
        let text = "\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J"
        return StandardStream.output.write(text) == nil
    }
}

extension StyledLine {
    /// The line as the terminal shows it.
    fileprivate var shown: String {
        text(coloured: Terminal.hasColours) { Terminal.drawable($0.printable) }
    }

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

internal import Glibc
internal import Linux

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

    /// Whether keys can be read.
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

    /// Restores the terminal.
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
    /// Returns the first characters of the line.
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

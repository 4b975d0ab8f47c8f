internal import Console
internal import Glibc
internal import SettingsFile

extension FileChange {
    /// Shows the changed lines, and makes the change once the user has confirmed it.
    ///
    /// - Parameters:
    ///   - command: The command that does not ask, for standard input that is not a terminal; `nil` to
    ///     write without a question.
    ///   - plan: Returns the change of the file as it is after the answer.
    /// - Throws: `SettingsError` if the file cannot be written.
    func confirm(
        without command: String?, _ plan: () throws(SettingsError) -> FileChange?
    ) throws {
        StandardOutput.line(path)
        for line in marked {
            StandardOutput.line(StyledLine("  \(line)", line.hasPrefix("+") ? .good : .bad))
        }
        if let command {
            guard Question.isPossible else {
                StandardError.line(
                    """
                    appearancectl: this needs a confirmation, and standard input is not a terminal.
                    Change the file without a question: \(command)
                    """)
                ExitStatus.usage.exit()
            }
            guard Question.isConfirmed("Change the file?") else {
                return StandardOutput.line("Unchanged.")
            }
        }
        try Self.make(plan)
        StandardOutput.line("Changed.")
    }
}

/// A yes-or-no question on the terminal.
enum Question {
    /// Whether standard input is a terminal.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 }

    /// Asks; any answer except yes, or the end of input, is a no.
    static func isConfirmed(_ question: String) -> Bool {
        StandardOutput.prompt("\(question) [y/N] ")
        let answer = readLine() ?? ""
        return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
}

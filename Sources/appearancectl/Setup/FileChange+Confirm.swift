internal import Console
internal import Diagnosis
internal import Glibc
internal import SettingsFile

extension FileChange {
    /// Shows the changed lines, and makes the change once the user has confirmed it.
    ///
    /// - Parameters:
    ///   - command: The command that does not ask, for standard input that is not a terminal; `nil` to
    ///     write without a question.
    ///   - plan: Returns the change of the file as it is after the answer.
    /// - Throws: `SettingsError` if the file cannot be written, or `CommandLineError` if the daemon does not
    ///   use it.
    func confirm(
        without command: String?, _ plan: () throws(SettingsError) -> FileChange?
    ) throws {
        StandardOutput.line(path)
        for line in marked {
            StandardOutput.verbatim(StyledLine("  \(line)", line.hasPrefix("+") ? .good : .bad))
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
        let made = try Self.make(plan)
        StandardOutput.line("Changed.")
        if let made { try DaemonReload.wait(for: made) }
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

    /// The answer to a question about steps, which Enter confirms.
    enum Answer {
        case yes, no
        /// Each step is to be asked for.
        case each
    }

    /// Asks until the answer is one; the end of input is a no.
    static func answer(_ question: String, isForSteps: Bool) -> Answer {
        let choices = isForSteps ? "[Y/n, s: step by step]" : "[Y/n]"
        while true {
            StandardOutput.prompt("\(question) \(choices) ")
            guard let line = readLine() else {
                StandardOutput.line("")
                return .no
            }
            switch line.lowercased().filter({ !$0.isWhitespace }) {
            case "", "y", "yes": return .yes
            case "n", "no": return .no
            case "s" where isForSteps: return .each
            default: StandardOutput.line(isForSteps ? "Type y, n or s." : "Type y or n.")
            }
        }
    }
}

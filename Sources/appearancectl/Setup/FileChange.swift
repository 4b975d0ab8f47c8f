internal import Console
internal import Glibc

/// A change of a user's file, which is shown before it is written.
struct FileChange: Equatable {
    let path: String
    /// The current text; `nil` if there is no such file yet.
    let before: String?
    let after: String
    /// The effect of the change, as the end of a sentence.
    let purpose: String

    /// The removed and added lines, marked as by `diff`.
    var marked: [String] {
        let old = Self.lines(before ?? "")
        let new = Self.lines(after)
        let difference = new.difference(from: old) { $0.utf8.elementsEqual($1.utf8) }
        let removals = difference.removals.map { change in
            if case .remove(_, let line, _) = change { "- " + line } else { "" }
        }
        let insertions = difference.insertions.map { change in
            if case .insert(_, let line, _) = change { "+ " + line } else { "" }
        }
        return (removals + insertions).filter { $0.count > 2 }
    }

    /// Writes the file, unless another program has changed it meanwhile.
    func write() throws(CommandLineError) {
        guard FileReading.text(of: path) == before else {
            throw CommandLineError("\(path) has changed meanwhile and is kept. Run this again.")
        }
        try FileWriting.write(after, to: path)
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}

extension FileChange {
    /// Shows the changed lines and writes the file once the user has confirmed.
    ///
    /// - Parameter command: The command that does not ask, for standard input that is not a
    ///   terminal; `nil` to write without a question.
    /// - Throws: `CommandLineError` if the file cannot be written.
    func confirm(without command: String?) throws {
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
        try write()
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

internal import Console
internal import Glibc
internal import Linux

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

    /// Plans a change and writes it, while no other command changes the file; nothing is written if it
    /// changes nothing.
    ///
    /// A program that takes no lock, such as an editor, may change the file meanwhile. Then the change is
    /// planned again, once.
    ///
    /// - Parameter plan: Returns the change of the file as it is now; `nil` for none.
    /// - Returns: The change that was made; `nil` if there was none to make any more.
    /// - Throws: `CommandLineError` of the plan, or if the file cannot be locked or written.
    @discardableResult
    static func make(
        _ plan: () throws(CommandLineError) -> FileChange?
    ) throws(CommandLineError) -> FileChange? {
        // An invalid plan makes no folder.
        guard var path = try plan()?.path else { return nil }
        for _ in 1...2 {
            var change: FileChange?
            let isDone = try FileWriting.whileLocked(path) {
                (lock: borrowing FileEditLock) throws(CommandLineError) in
                change = try plan()
                guard let change else { return true }
                guard change.path == path else { return false }
                return try change.write(lock)
            }
            if isDone { return change }
            path = change?.path ?? path
        }
        throw CommandLineError("\(path) has changed meanwhile and is kept. Run this again.")
    }

    /// Writes the locked file; returns whether it was as planned.
    private func write(_ lock: borrowing FileEditLock) throws(CommandLineError) -> Bool {
        guard !marked.isEmpty else { return true }
        return try FileWriting.replace(
            before.map { Array($0.utf8) }, by: Array(after.utf8), in: lock)
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}

extension FileChange {
    /// Shows the changed lines, and makes the change once the user has confirmed it.
    ///
    /// - Parameters:
    ///   - command: The command that does not ask, for standard input that is not a terminal; `nil` to
    ///     write without a question.
    ///   - plan: Returns the change of the file as it is after the answer.
    /// - Throws: `CommandLineError` if the file cannot be written.
    func confirm(
        without command: String?, _ plan: () throws(CommandLineError) -> FileChange?
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

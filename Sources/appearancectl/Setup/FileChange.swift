internal import AppearanceConfig
internal import AppearanceModel
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

extension CommandLineError {
    /// Creates an error of a file that would be invalid: without places, since it is not written.
    fileprivate init(_ error: FileError, inResultFor path: String) {
        let reasons = error.diagnostics.prefix(FileError.mostWritten).map {
            "\n  \($0.key): \($0.reason)"
        }
        self.init("\(path) is unchanged: it would be invalid." + reasons.joined())
    }
}

extension FileChange {
    /// Returns the configuration of the new text.
    func configuration() throws(CommandLineError) -> Configuration {
        do throws(FileError) {
            return try ConfigurationReader.read(Array(after.utf8), file: path, zones: .machine)
        } catch {
            throw CommandLineError(error, inResultFor: path)
        }
    }

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

/// A draft of the user's own configuration file.
struct ConfigurationDraft {
    /// The configuration before the changes.
    let configuration: Configuration
    /// The path of the user's own file, which may not exist.
    private let target: String
    /// The file in effect; `nil` if there is none.
    private let source: String?

    init(
        _ evidence: ConfigurationEvidence, _ variables: [String: String]
    ) throws(CommandLineError) {
        if let problem = evidence.problem {
            throw CommandLineError(
                """
                \(problem.text)
                The file is unchanged. Fix it, then run this again.
                """)
        }
        target = try ConfigCommand.ownPath { variables[$0] }
        source = evidence.path
        configuration = evidence.configuration
    }

    /// Returns a draft of the file that the environment of this program selects.
    static func current() throws(CommandLineError) -> ConfigurationDraft {
        let variables = RunningProgram.variables(of: getpid())
        return try ConfigurationDraft(ConfigurationEvidence(variables), variables)
    }

    /// Returns the change of the file; a system-wide file is copied, as only one file is in effect.
    func change(_ changes: [ConfigurationEdit.Change]) throws(CommandLineError) -> FileChange {
        let before = try source.map(ConfigCommand.bytes)
        let original = before ?? Array("# Every key: appearancectl config default\n".utf8)
        let file = source ?? target
        let edited: [UInt8]?
        do throws(FileError) {
            edited = try ConfigurationEdit.apply(changes, to: original, file: file)
        } catch {
            throw CommandLineError(error, inResultFor: target)
        }
        guard let bytes = edited else {
            throw CommandLineError(
                """
                \(file) cannot be edited safely.
                Add this yourself:
                """ + changes.map { "\n  \($0.path) = \($0.value)" }.joined())
        }
        let isOwn = source == target
        return FileChange(
            path: target, before: isOwn ? before.map { String(decoding: $0, as: UTF8.self) } : nil,
            after: String(decoding: bytes, as: UTF8.self),
            purpose: source.map { isOwn ? "changed" : "copied from \($0)" } ?? "written")
    }
}

/// The difference of two settings of ambient light, as keys of the configuration.
struct AmbientDifference {
    private let before: Configuration
    /// The changed keys, each with its new value.
    let changes: [ConfigurationEdit.Change]

    init(from before: AmbientSettings, to after: AmbientSettings) {
        func configuration(_ ambient: AmbientSettings) -> Configuration {
            var configuration = Configuration()
            configuration.ambient = ambient
            return configuration
        }
        let (old, new) = (configuration(before), configuration(after))
        self.before = old
        changes = ConfigurationSchema.keys.compactMap { key in
            guard let value = key.text(in: new), value != key.text(in: old) else { return nil }
            return ConfigurationEdit.Change(key.path, to: value)
        }
    }

    /// A line for each changed key, with its present and its new value.
    var lines: [String] {
        var table = Table()
        for change in changes {
            let old = ConfigurationSchema.key(at: change.path)?.text(in: before) ?? "absent"
            table.add("  \(change.path)", "\(old) → \(change.value)")
        }
        return table.lines
    }

    /// The command that makes the changes.
    var command: String {
        "appearancectl config set" + changes.map { " \($0.path) \($0.value.shellWord)" }.joined()
    }
}

internal import AppearanceConfig
internal import AppearanceModel
internal import Console
internal import Glibc

/// A step of setup.
struct SetupStep {
    /// An action of a step.
    enum Action {
        case write([FileChange])
        case run(Command)
        /// Change the configuration, as it is by then; the file as it is now is shown.
        case configure([ConfigurationEdit.Change], shown: FileChange)
        case link(String, to: String)
    }

    /// The purpose, as a sentence.
    let purpose: String
    let actions: [Action]
    /// The action left to the user afterwards; empty for none.
    var remainder = ""

    /// The exact actions: files with their changed lines, and shell commands.
    var lines: [String] {
        actions.flatMap { action in
            switch action {
            case .write(let changes): changes.flatMap { [$0.path] + $0.marked.map { "  " + $0 } }
            case .configure(_, let change): [change.path] + change.marked.map { "  " + $0 }
            case .run(let command): [command.shellText]
            case .link(let path, let target): ["ln -s \(target.shellWord) \(path.shellWord)"]
            }
        }
    }

    /// Does every action.
    func run() throws(CommandLineError) {
        for action in actions {
            switch action {
            case .write(let changes): for change in changes { try change.write() }
            case .configure(let changes, _):
                try ConfigurationDraft.current().change(changes).write()
            case .run(let command): try command.run()
            case .link(let path, let target): try FileWriting.link(path, to: target)
            }
        }
    }
}

extension Command {
    /// The command as a line of a shell.
    var shellText: String { ([program] + arguments).map(\.shellWord).joined(separator: " ") }

    /// Runs the command.
    ///
    /// - Throws: `CommandLineError` if it fails.
    fileprivate func run() throws(CommandLineError) {
        let result = CommandRunner.run([self], within: .seconds(60))[0]
        do throws(CommandLineError) {
            _ = try result.text(of: self)
        } catch {
            throw CommandLineError("`\(shellText)` was not done. \(error.text)")
        }
    }
}

/// A draft of the user's own configuration file.
struct ConfigurationDraft {
    /// The path of the user's own file, which may not exist.
    private let target: String
    /// The file in effect; `nil` if there is none.
    private let source: String?

    init(
        _ configuration: ConfigurationEvidence, _ variables: [String: String]
    ) throws(CommandLineError) {
        if let problem = configuration.problem {
            throw CommandLineError(
                """
                \(problem.text)
                The file is unchanged. Fix it, then run this again.
                """)
        }
        target = try ConfigCommand.ownPath { variables[$0] }
        source = configuration.path
    }

    /// Returns a draft of the file that the environment of this program selects.
    static func current() throws(CommandLineError) -> ConfigurationDraft {
        let variables = RunningProgram.variables(of: getpid())
        return try ConfigurationDraft(ConfigurationEvidence(variables), variables)
    }

    /// Returns the change of the file; a system-wide file is copied, as only one file is in effect.
    func change(_ changes: [ConfigurationEdit.Change]) throws(CommandLineError) -> FileChange {
        let before = try source.map { path throws(CommandLineError) in
            try FileReading.bytes(of: path, limit: ConfigurationReader.largestFile)
        }
        let original = before ?? Array("# Every key: appearancectl config default\n".utf8)
        let file = source ?? target
        let edited: [UInt8]?
        do throws(FileError) {
            edited = try ConfigurationEdit.apply(changes, to: original, file: file)
        } catch {
            throw CommandLineError(error.description)
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

/// The extension of GNOME Shell that turns the screen black and red, which is installed with the
/// night filter.
struct ShellExtension {
    private static let name = "nightfilter@appearanced.github.io"

    /// The enabled extensions, as gsettings lists them; empty without GNOME.
    let enabled: String
    /// The folders of data, the user's own first.
    let dataFolders: [String]

    /// The command that enables it besides the others; `nil` if it is enabled or not installed.
    ///
    /// By the setting, because the running shell does not know an extension that was installed
    /// after the login.
    var enabling: Command? {
        guard enabled.hasSuffix("]"), !enabled.holds("'\(Self.name)'"),
            dataFolders.contains(where: {
                FileWriting.exists("\($0)/gnome-shell/extensions/\(Self.name)/metadata.json")
            })
        else { return nil }
        let others = enabled.hasSuffix("[]") ? "[" : enabled.dropLast() + ", "
        return Command(
            "gsettings", "set", "org.gnome.shell", "enabled-extensions",
            "\(others)'\(Self.name)']")
    }
}

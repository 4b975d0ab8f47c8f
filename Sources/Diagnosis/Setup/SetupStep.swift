package import AppearanceConfig
internal import AppearanceModel
internal import Console
internal import Linux
package import SettingsFile

/// A step of setup: changes of files, and commands.
package struct SetupStep {
    package enum Action {
        /// Make the portal ask appearanced, with its files as they are by then; as they are now is shown.
        case route(PortalRouting, shown: [FileChange])
        case run(Command)
        /// Restart a program that reads the files of the other actions, also after they were undone.
        case restart(Command)
        /// Change the configuration, as it is by then; the file as it is now is shown.
        case configure([ConfigurationEdit.Change], shown: FileChange)
        case link(String, to: String)
        /// Stop a program that the night filter replaces, and keep for reset which it was, and the temperature of
        /// the evening before it.
        case stop(EveningProgram, temperature: Int)
    }

    /// The beginning of the name of a step that enables a ready-made hook, before the hook's.
    package static let hookPrefix = "enable-hook:"

    /// The word by which scripts select it.
    package let name: String
    /// The purpose, as a sentence.
    package let purpose: String
    package let actions: [Action]
    /// The action left to the user afterwards; empty for none.
    package var remainder = ""

    /// The exact actions: files with their changed lines, and shell commands.
    package var lines: [String] {
        actions.flatMap { action in
            switch action {
            case .route(_, let changes): changes.flatMap { [$0.path] + $0.marked.map { "  " + $0 } }
            case .configure(_, let change): [change.path] + change.marked.map { "  " + $0 }
            case .run(let command), .restart(let command): [command.shellText]
            case .link(let path, let target): ["ln -s \(target.shellWord) \(path.shellWord)"]
            case .stop(let program, _): program.stopCommands.map(\.shellText)
            }
        }
    }

    package func run() throws {
        var undo = SetupUndo()
        try run(&undo)
    }

    /// Does the actions, and adds each to those that can be undone, also if a later one fails.
    package func run(_ undo: inout SetupUndo) throws {
        for action in actions {
            switch action {
            case .route(let routing, _):
                try routing.install { undo.add($0) }
            case .configure(let changes, _):
                let place = ConfigurationPlace { CurrentProcess.variable($0) }
                if let change = try place.write(changes) { undo.add(change) }
            case .run(let command):
                try command.run()
                undo.isPossible = false
            case .restart(let command):
                undo.add(restart: command)
                try command.run()
            case .link(let path, let target):
                try FileWriting.link(path, to: target)
                undo.isPossible = false
            case .stop(let program, let temperature):
                let directories = BaseDirectories { CurrentProcess.variable($0) }
                if let folder = directories.state {
                    try StoppedProgram(program, temperature: temperature).add(in: folder)
                }
                undo.isPossible = false
                try program.stop()
            }
        }
    }
}

extension SetupStep {
    /// Creates the step that makes a repair.
    init(_ action: RepairAction, _ actions: [Action], remainder: String = "") {
        self.init(
            name: action.rawValue, purpose: action.purpose, actions: actions, remainder: remainder)
    }
}

extension Command {
    /// The command as a line of a shell.
    package var shellText: String {
        ([program] + arguments).map(\.shellWord).joined(separator: " ")
    }

    /// Runs the command.
    ///
    /// - Throws: `CommandLineError` if it fails.
    func run() throws(CommandLineError) {
        let result = CommandRunner.run([self], within: .seconds(60))[0]
        do throws(CommandLineError) {
            _ = try result.text(of: self)
        } catch {
            throw CommandLineError("`\(shellText)` was not done. \(error.text)")
        }
    }
}

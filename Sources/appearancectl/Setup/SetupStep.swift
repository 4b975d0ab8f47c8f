internal import AppearanceConfig
internal import AppearanceProtocol
internal import Console
internal import SettingsFile

/// A step of setup: changes of files, and commands.
struct SetupStep {
    enum Action {
        /// Make the portal ask appearanced, with its files as they are by then; as they are now is shown.
        case route(PortalRouting, shown: [FileChange])
        case run(Command)
        /// Change the configuration, as it is by then; the file as it is now is shown.
        case configure([ConfigurationEdit.Change], shown: FileChange)
        case link(String, to: String)
    }

    /// The beginning of the name of a step that enables a ready-made hook, before the hook's.
    static let hookPrefix = "enable-hook:"

    /// The word by which scripts select it.
    let name: String
    /// The purpose, as a sentence.
    let purpose: String
    let actions: [Action]
    /// The action left to the user afterwards; empty for none.
    var remainder = ""

    /// The exact actions: files with their changed lines, and shell commands.
    var lines: [String] {
        actions.flatMap { action in
            switch action {
            case .route(_, let changes): changes.flatMap { [$0.path] + $0.marked.map { "  " + $0 } }
            case .configure(_, let change): [change.path] + change.marked.map { "  " + $0 }
            case .run(let command): [command.shellText]
            case .link(let path, let target): ["ln -s \(target.shellWord) \(path.shellWord)"]
            }
        }
    }

    /// Returns a heading and the lines, not wrapped.
    func styledLines(heading: String) -> [StyledLine] {
        [StyledLine(heading, .strong)]
            + lines.map { line in
                let style: StyledLine.Style =
                    line.hasPrefix("  + ") ? .good : line.hasPrefix("  - ") ? .bad : .plain
                return StyledLine("   ") + StyledLine(line, style)
            }
    }

    func run() throws {
        for action in actions {
            switch action {
            case .route(let routing, _): _ = try routing.install()
            case .configure(let changes, _): try ConfigCommand.place.write(changes)
            case .run(let command): try command.run()
            case .link(let path, let target): try FileWriting.link(path, to: target)
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

extension SetupPlan {
    /// The plan as one object.
    var json: JSON {
        [
            "found": .array(
                findings.map { ["subject": .string($0.noun), "text": .string($0.text)] }),
            "steps": .array(entries.map(\.json)),
            "gaps": .array(gaps.map { .string($0) }),
        ]
    }
}

extension SetupPlan.Entry {
    fileprivate var json: JSON {
        var (word, purpose) = ("done", purpose)
        var (reason, changes, remainder) = (JSON.null, JSON.array([]), JSON.null)
        switch state {
        case .done: break
        case .unavailable(let text): (word, reason) = ("unavailable", .string(text))
        case .due(let step):
            (word, purpose) = ("due", step.purpose)
            changes = .array(step.actions.flatMap(\.json))
            remainder = step.remainder.isEmpty ? .null : .string(step.remainder)
        }
        return [
            "name": .string(name), "purpose": .string(purpose), "state": .string(word),
            "reason": reason, "changes": changes, "remainder": remainder,
        ]
    }
}

extension SetupStep.Action {
    /// The action as objects: a file with its changed lines, a shell command, or a link.
    fileprivate var json: [JSON] {
        func file(_ change: FileChange) -> JSON {
            [
                "file": .string(change.path),
                "lines": .array(change.marked.map { .string($0) }),
            ]
        }
        return switch self {
        case .route(_, let changes): changes.map(file)
        case .configure(_, let change): [file(change)]
        case .run(let command): [["command": .string(command.shellText)]]
        case .link(let path, let target):
            [["link": .string(path), "target": .string(target)]]
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

internal import AppearanceProtocol
internal import Diagnosis
internal import SettingsFile

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
        case .run(let command), .restart(let command):
            [["command": .string(command.shellText)]]
        case .link(let path, let target):
            [["link": .string(path), "target": .string(target)]]
        case .stop(let program, _):
            program.stopCommands.map { ["command": .string($0.shellText)] }
        }
    }
}

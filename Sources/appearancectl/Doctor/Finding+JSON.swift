internal import AppearanceProtocol
internal import Diagnosis

extension Finding {
    /// Returns the finding as an object of `doctor --json`.
    func json(of check: String) -> JSON {
        [
            "check": .string(check), "status": .string(status.rawValue),
            "finding": .string(sentence), "cause": cause.isEmpty ? .null : .string(cause),
            "fix": fix.isEmpty ? .null : .string(fix),
            "action": action.map { .string($0.rawValue) } ?? .null,
        ]
    }
}

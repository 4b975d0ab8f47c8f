internal import AppearanceConfig
internal import Console
internal import Diagnosis

extension AmbientDifference {
    /// A line for each changed key, with its present and its new value.
    var lines: [String] {
        var table = Table()
        for (path, before, after) in values {
            table.add("  \(path)", "\(before ?? "absent") → \(after ?? "absent")")
        }
        return table.lines
    }

    /// The command that makes the changes.
    var command: String {
        "appearancectl config set"
            + changes.map { " \($0.path) \(($0.value ?? "").shellWord)" }.joined()
    }
}

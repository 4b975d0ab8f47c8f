internal import AppearanceConfig
internal import AppearanceModel
internal import Console

/// The difference of two settings of ambient light, as keys of the configuration.
struct AmbientDifference {
    private let before: Configuration
    /// The changed keys, each with its new value.
    let changes: [ConfigurationEdit.Change]

    init(from before: AmbientSettings, to after: AmbientSettings) {
        var configuration = Configuration()
        configuration.ambient = before
        self.before = configuration
        changes = ConfigurationEdit.changes(from: before, to: after)
    }

    /// A line for each changed key, with its present and its new value.
    var lines: [String] {
        var table = Table()
        for change in changes {
            let old = ConfigurationSchema.key(at: change.path)?.text(in: before) ?? "absent"
            table.add("  \(change.path)", "\(old) → \(change.value ?? "absent")")
        }
        return table.lines
    }

    /// The command that makes the changes.
    var command: String {
        "appearancectl config set"
            + changes.map { " \($0.path) \(($0.value ?? "").shellWord)" }.joined()
    }
}

internal import AppearanceConfig
internal import AppearanceModel
internal import Console

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

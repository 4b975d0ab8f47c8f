package import AppearanceConfig
package import AppearanceModel

/// The difference of two settings of ambient light, as keys of the configuration.
package struct AmbientDifference {
    /// The changed keys, each with its new value.
    package let changes: [ConfigurationEdit.Change]
    private let before: Configuration

    package init(from before: AmbientSettings, to after: AmbientSettings) {
        var configuration = Configuration()
        configuration.ambient = before
        self.before = configuration
        changes = ConfigurationEdit.changes(from: before, to: after)
    }

    /// The changed keys, each with its present and its new value as the file has them; `nil` for an absent one.
    package var values: [(path: String, before: String?, after: String?)] {
        changes.map { ($0.path, ConfigurationSchema.key(at: $0.path)?.text(in: before), $0.value) }
    }
}

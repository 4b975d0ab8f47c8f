package import AppearanceModel

/// Writes configuration files.
package enum ConfigurationWriter {
    /// The text that `ConfigurationReader` reads as this configuration: every key, one a line.
    package static func write(_ configuration: Configuration) -> String {
        let overridden = Weekday.allCases.filter { configuration.schedule.weekdays[$0] != nil }
        let prefixes = overridden.map { "schedule.\($0.rawValue)." }
        let weekdayKeys = ConfigurationSchema.weekdayKeys.filter { key in
            prefixes.contains { key.path.hasPrefix($0) }
        }
        return (ConfigurationSchema.keys + weekdayKeys)
            .compactMap { key in key.text(in: configuration).map { "\(key.path) = \($0)\n" } }
            .joined()
    }
}

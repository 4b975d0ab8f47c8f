package import AppearanceModel

/// Writes configuration files.
package enum ConfigurationWriter {
    /// The text that `ConfigurationReader` reads as some keys of a configuration, a line each.
    ///
    /// - Parameters:
    ///   - configuration: What is to be written.
    ///   - prefixes: How the keys begin that are written, such as `ambient.`.
    /// - Returns: The text, or nothing where no key begins so.
    package static func write(_ configuration: Configuration, keys prefixes: [String]) -> String {
        let overridden = Weekday.allCases.filter { configuration.schedule.weekdays[$0] != nil }
            .map { "schedule.\($0.rawValue)." }
        let weekdayKeys = ConfigurationSchema.weekdayKeys.filter { key in
            overridden.contains { key.path.hasPrefix($0) }
        }
        return (ConfigurationSchema.keys + weekdayKeys)
            .filter { key in prefixes.contains { key.path.hasPrefix($0) } }
            .compactMap { key in key.text(in: configuration).map { "\(key.path) = \($0)\n" } }
            .joined()
    }
}

/// Where a configuration file is looked for.
package enum ConfigurationPaths {
    /// The files that may hold the configuration; the first one that is there counts.
    ///
    /// - Parameter environment: Looks up a variable of the environment.
    /// - Returns: Absolute paths, the user's own first.
    package static func candidates(_ environment: (String) -> String?) -> [String] {
        let user = BaseDirectories(environment).configuration
        let system = (environment("XDG_CONFIG_DIRS") ?? "").split(separator: ":")
            .map(String.init).filter { $0.hasPrefix("/") }
        let directories = (user.map { [$0] } ?? []) + (system.isEmpty ? ["/etc/xdg"] : system)
        return directories.map { "\($0)/appearanced/config.toml" }
    }
}

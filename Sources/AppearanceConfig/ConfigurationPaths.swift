/// Where a configuration file is looked for.
package enum ConfigurationPaths {
    /// The files that may hold the configuration; the first one that is there counts.
    ///
    /// The rules are those of the XDG Base Directory Specification: a path that is not absolute is
    /// as good as none. https://specifications.freedesktop.org/basedir-spec/latest/
    ///
    /// - Parameter environment: Looks up a variable of the environment.
    /// - Returns: Absolute paths, the user's own first.
    package static func candidates(_ environment: (String) -> String?) -> [String] {
        func path(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let user = path("XDG_CONFIG_HOME") ?? path("HOME").map { "\($0)/.config" }
        let system = (environment("XDG_CONFIG_DIRS") ?? "").split(separator: ":")
            .map(String.init).filter { $0.hasPrefix("/") }
        let directories = (user.map { [$0] } ?? []) + (system.isEmpty ? ["/etc/xdg"] : system)
        return directories.map { "\($0)/appearanced/config.toml" }
    }
}

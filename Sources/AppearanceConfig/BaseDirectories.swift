/// The user's own folders, as an environment has them.
///
/// The rules are those of the XDG Base Directory Specification: a path that is not absolute is as
/// good as none. https://specifications.freedesktop.org/basedir-spec/latest/
package struct BaseDirectories: Equatable, Sendable {
    /// `$HOME`; nil where it is not set.
    package let home: String?
    /// Where configuration lies, `$XDG_CONFIG_HOME`; nil without a home.
    package let configuration: String?
    /// What of this project's outlives a restart, below `$XDG_STATE_HOME`; nil without a home.
    package let state: String?

    /// Looks the variables up.
    package init(_ environment: (String) -> String?) {
        func path(_ name: String) -> String? { Self.path(name, environment) }
        let home = path("HOME")
        self.home = home
        configuration = path("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
        state = (path("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" })
            .map { "\($0)/appearanced" }
    }

    /// The value of a variable that names a folder; nil for one that is not absolute.
    package static func path(_ name: String, _ environment: (String) -> String?) -> String? {
        environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}

/// The directories of the user and of the system, as an environment gives them.
///
/// The rules are those of the XDG Base Directory Specification: a path that is not absolute is
/// ignored. Slashes at the end of a path, as in `/usr/share/`, are dropped, so that a folder has one
/// name in every session. https://specifications.freedesktop.org/basedir-spec/latest/
package struct BaseDirectories: Equatable, Sendable {
    /// `$HOME`; `nil` if it is not set.
    package let home: String?
    /// The user's directory of configuration, `$XDG_CONFIG_HOME`; `nil` without a home.
    package let configuration: String?
    /// The user's directory of data, `$XDG_DATA_HOME`; `nil` without a home.
    package let data: String?
    /// The user's directory of state, `$XDG_STATE_HOME`; `nil` without a home.
    package let stateHome: String?
    /// The system's directories of configuration, `$XDG_CONFIG_DIRS`, in order of precedence.
    package let systemConfiguration: [String]
    /// The system's directories of data, `$XDG_DATA_DIRS`, in order of precedence.
    package let systemData: [String]

    /// Looks up the variables.
    package init(_ environment: (String) -> String?) {
        func path(_ name: String) -> String? { Self.path(name, environment) }
        func paths(_ name: String, otherwise usual: [String]) -> [String] {
            let paths = (environment(name) ?? "").split(separator: ":").compactMap(Self.absolute)
            return paths.isEmpty ? usual : paths
        }
        let home = path("HOME")
        self.home = home
        configuration = path("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
        data = path("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" }
        stateHome = path("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" }
        systemConfiguration = paths("XDG_CONFIG_DIRS", otherwise: ["/etc/xdg"])
        systemData = paths("XDG_DATA_DIRS", otherwise: ["/usr/local/share", "/usr/share"])
    }

    /// The directory of this project's state; `nil` without a home.
    package var state: String? { stateHome.map { "\($0)/appearanced" } }

    /// The user's directory of data and then the system's.
    package var allData: [String] { (data.map { [$0] } ?? []) + systemData }

    /// Returns the value of a variable that names a directory; `nil` if it is not an absolute path.
    package static func path(_ name: String, _ environment: (String) -> String?) -> String? {
        environment(name).flatMap { absolute($0[...]) }
    }

    /// Returns the problem of a variable that must name a directory, as the end of a sentence.
    package static func problem(of name: String, _ environment: (String) -> String?) -> String {
        let value = environment(name) ?? ""
        return value.isEmpty ? "is not set" : "is \"\(value)\", which is not an absolute path"
    }

    private static func absolute(_ path: Substring) -> String? {
        guard path.hasPrefix("/") else { return nil }
        var path = path
        while path.hasSuffix("/"), path != "/" { path.removeLast() }
        return String(path)
    }
}

import AppearanceConfig

/// Where the service finds and keeps things, taken from the environment alone.
///
/// The rules are those of the XDG Base Directory Specification: a path that is not absolute is as
/// good as none. https://specifications.freedesktop.org/basedir-spec/latest/
package struct Surroundings: Equatable, Sendable {
    /// `$HOME`; nil when unset, and then only what names no home can be used.
    package let home: String?
    /// The files that may hold the configuration; the first one that is there counts.
    package let configurationPaths: [String]
    /// Where what outlives a restart is kept; nil without a home.
    package let stateDirectory: String?
    /// Where the socket is; nil when `XDG_RUNTIME_DIR` is unset.
    package let runtimeDirectory: String?
    /// The session bus; nil when there is none.
    package let sessionBusAddress: String?
    /// `$TZ`; nil for the system's own.
    package let timeZone: String?

    /// Reads an environment, by a look-up of its variables.
    package init(_ environment: (String) -> String?) {
        func path(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = path("HOME")
        self.home = home
        configurationPaths = ConfigurationPaths.candidates(environment)
        stateDirectory = (path("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" })
            .map { "\($0)/appearanced" }
        runtimeDirectory = path("XDG_RUNTIME_DIR")
        sessionBusAddress =
            environment("DBUS_SESSION_BUS_ADDRESS").flatMap { $0.isEmpty ? nil : $0 }
            ?? runtimeDirectory.map { "unix:path=\($0)/bus" }
        timeZone = environment("TZ").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The socket that clients connect to; nil when `XDG_RUNTIME_DIR` is unset.
    package var socketPath: String? {
        runtimeDirectory.map { "\($0)/appearanced/io.github.appearanced" }
    }

    /// The file that outlives a restart; nil without a home.
    package var statePath: String? { stateDirectory.map { "\($0)/state.json" } }

    /// The last configuration that could be taken; nil without a home.
    package var lastGoodCopyPath: String? {
        stateDirectory.map { "\($0)/last-good-config.toml" }
    }
}

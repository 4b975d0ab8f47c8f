import AppearanceConfig
package import AppearanceDesktop
import DBus

/// Where the service finds and keeps things, taken from the environment alone.
///
/// The rules are those of the XDG Base Directory Specification: a path that is not absolute is as
/// good as none. https://specifications.freedesktop.org/basedir-spec/latest/
package struct ServiceEnvironment: Equatable, Sendable {
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
    /// The system bus, which need not be there.
    package let systemBusAddress: String
    /// `$XDG_SESSION_ID`, the login session that the service was started from; nil where none was.
    package let sessionID: String?
    /// `$XDG_CURRENT_DESKTOP`; nil where the service was started before there was a desktop.
    package let currentDesktop: String?
    /// What the desktop's programs depend on.
    package let desktopSession: DesktopSession
    /// The files of settings that all of Plasma shares, the first to count first.
    package let kdeglobalsPaths: [String]
    /// `$TZ`; nil for the system's own.
    package let timeZone: String?
    /// `$TZDIR`, where time zones are kept; nil for the usual place.
    package let zoneDirectory: String?

    /// Reads an environment, by a look-up of its variables.
    package init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        home = directories.home
        configurationPaths = ConfigurationPaths.candidates(environment)
        stateDirectory = directories.state
        runtimeDirectory = BaseDirectories.path("XDG_RUNTIME_DIR", environment)
        sessionBusAddress = BusAddress.ofSession(environment)
        systemBusAddress =
            environment("DBUS_SYSTEM_BUS_ADDRESS").flatMap { $0.isEmpty ? nil : $0 }
            ?? "unix:path=/var/run/dbus/system_bus_socket"
        sessionID = environment("XDG_SESSION_ID").flatMap { $0.isEmpty ? nil : $0 }
        currentDesktop = environment("XDG_CURRENT_DESKTOP").flatMap { $0.isEmpty ? nil : $0 }
        desktopSession = DesktopSession(configHome: directories.configuration, environment)
        kdeglobalsPaths =
            directories.configuration.map {
                KDEGlobals.paths(home: $0, directories: environment("XDG_CONFIG_DIRS"))
            } ?? []
        timeZone = environment("TZ").flatMap { $0.isEmpty ? nil : $0 }
        zoneDirectory = BaseDirectories.path("TZDIR", environment)
    }

    /// The socket that clients connect to; nil when `XDG_RUNTIME_DIR` is unset.
    package var socketPath: String? {
        runtimeDirectory.map { "\($0)/appearanced/io.github.appearanced" }
    }

    /// The file that outlives a restart; nil without a home.
    package var statePath: String? { stateDirectory.map { "\($0)/state.json" } }

    /// What was changed on the desktop, and what it was before; nil without a home.
    package var journalPath: String? {
        stateDirectory.map { "\($0)/\(DesktopLedger.fileName)" }
    }

    /// The last configuration that could be taken; nil without a home.
    package var lastGoodCopyPath: String? {
        stateDirectory.map { "\($0)/last-good-config.toml" }
    }
}

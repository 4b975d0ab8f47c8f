package import AppearanceDesktop
import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import Linux
package import SettingsFile

/// The paths and addresses that the daemon uses, taken from the environment alone.
///
/// The rules are those of the XDG Base Directory Specification: a path that is not absolute is
/// ignored. https://specifications.freedesktop.org/basedir-spec/latest/
package struct ServiceEnvironment: Equatable, Sendable {
    /// `$HOME`; `nil` if unset, and then only paths without a home can be used.
    package let home: String?
    /// The usual files of the configuration, with its last good copy and the time zones.
    package let configuration: ConfigurationPlace
    /// The directory of the state; `nil` without a home.
    package let stateDirectory: String?
    /// `$XDG_RUNTIME_DIR`; `nil` if it is unset or not absolute.
    package let runtimeDirectory: String?
    /// The address of the session bus; `nil` only without a runtime directory, which the socket needs.
    package let sessionBusAddress: String?
    /// The address of the system bus, which is optional.
    package let systemBusAddress: String
    /// `$XDG_SESSION_ID`; `nil` if it is unset, or if the service manager has started the daemon, whose
    /// environment may be that of an earlier session.
    package let sessionID: String?
    /// Whether the service manager has started the daemon, by `$INVOCATION_ID`.
    package let isManaged: Bool
    /// `$XDG_CURRENT_DESKTOP`; `nil` if the daemon was started before the desktop.
    package let currentDesktop: String?
    /// The environment of the desktop's programs.
    package let desktopSession: DesktopSession
    /// The folders of the programs that run at a change.
    package let hookFolders: HookFolders

    /// Reads an environment, by a look-up of its variables.
    package init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        home = directories.home
        configuration = ConfigurationPlace(environment)
        stateDirectory = directories.state
        runtimeDirectory = BaseDirectories.path("XDG_RUNTIME_DIR", environment)
        sessionBusAddress = BusAddress.ofSession(environment)
        systemBusAddress =
            environment("DBUS_SYSTEM_BUS_ADDRESS")?.nonEmpty
            ?? "unix:path=/var/run/dbus/system_bus_socket"
        isManaged = environment("INVOCATION_ID") != nil
        sessionID = isManaged ? nil : environment("XDG_SESSION_ID")?.nonEmpty
        currentDesktop = environment("XDG_CURRENT_DESKTOP")?.nonEmpty
        desktopSession = DesktopSession(environment)
        hookFolders = HookFolders(directories)
    }

    /// The socket that clients connect to; `nil` without a runtime directory.
    package var socketPath: String? {
        runtimeDirectory.map { "\($0)/appearanced/io.github.appearanced" }
    }

    /// The address of the user's own bus, if this session has another one; `nil` if not.
    var busBesides: String? {
        guard let runtimeDirectory, let sessionBusAddress else { return nil }
        return BusAddress.socketOfUser(besides: sessionBusAddress, in: runtimeDirectory)
            .map(BusAddress.ofSocket)
    }

    /// The state file; `nil` without a home.
    package var statePath: String? { stateDirectory.map { "\($0)/\(SavedState.fileName)" } }

    /// The results of the hooks; `nil` without a home.
    package var hookRecordsPath: String? {
        stateDirectory.map { "\($0)/\(HookRecords.fileName)" }
    }

    /// The past decisions; `nil` without a home.
    package var historyPath: String? { stateDirectory.map { "\($0)/\(History.fileName)" } }
}

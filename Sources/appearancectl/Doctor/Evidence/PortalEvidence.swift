internal import AppearanceProtocol
internal import Glibc

/// The desktop portal: its configuration, and the values that apps read.
struct PortalEvidence {
    /// The running portal as an app sees it.
    struct Frontend {
        /// The executable, for a restart.
        let program: String?
        /// The start time in seconds since the epoch; `nil` if unknown.
        let start: Int?
        /// The version; `nil` if unknown.
        let version: PortalVersion?
        /// The value of appearanced's own key, which only its backend provides.
        let appearance: String?
        /// The value of `color-scheme`: 1 dark, 2 light, 0 no preference.
        let colorScheme: Int64?
        /// Whether the portal offers a file chooser; `nil` if unknown.
        let hasFileChooser: Bool?
    }

    /// The running portal; `nil` if it does not run.
    let frontend: Frontend?
    /// Whether a request of an app starts it.
    let isInstalled: Bool
    /// The names of the desktop, by which the portal selects its files.
    let desktops: [String]
    /// The desktop whose own backend answers by its own switch; `nil` for any other.
    let ownSwitch: String?
    /// The time at which the user enabled the daemon, in seconds since the epoch; `nil` if not
    /// enabled.
    let enabledAt: Int?
    /// The backends that it uses, by the current files.
    let routes: PortalRoutes
    /// Whether the backend file of appearanced is in any folder, read or not.
    let hasBackendFile: Bool
    /// The backend file of appearanced if the portal does not read it.
    let unread: UnreadBackend?
    /// The version of the running portal, else of the installed one.
    let version: PortalVersion?

    /// Whether the portal started before the daemon was enabled: it does not retry a backend that
    /// was missing at its start.
    var startedBeforeDaemon: Bool {
        guard let start = frontend?.start, let enabledAt else { return false }
        return start < enabledAt
    }

    /// Whether this version reads only the first portals.conf that it finds.
    var readsOneFileOnly: Bool { version?.readsOneFile ?? false }

    /// Whether this version does not read portals.conf.
    var ignoresPortalsFiles: Bool { version?.readsOneFolder ?? false }
}

extension PortalEvidence {
    /// Returns the commands that read from a running portal, in this order.
    static func commands(program: String?) -> [Command] {
        [
            read("io.github.appearanced", "appearance"),
            read("org.freedesktop.appearance", "color-scheme"),
            call("org.freedesktop.DBus.Introspectable", "Introspect"),
        ] + (program.map { [PortalVersion.command($0)] } ?? [])
    }

    private static func read(_ namespace: String, _ key: String) -> Command {
        call("org.freedesktop.portal.Settings", "Read", "ss", namespace, key)
    }

    private static func call(_ interface: String, _ words: String...) -> Command {
        Command(
            "busctl",
            [
                "--user", "--json=short", "--auto-start=no", "--timeout=1", "call",
                BusNames.portal, "/org/freedesktop/portal/desktop", interface,
            ] + words)
    }
}

extension PortalEvidence.Frontend {
    /// Creates the evidence from the results of `commands`.
    init(program: String?, start: Int?, results: [CommandResult]) {
        self.program = program
        self.start = start
        appearance = results[0].busValue?.string
        colorScheme = results[1].busValue?.integer
        hasFileChooser = results[2].busValue?.string.map {
            $0.contains("interface name=\"org.freedesktop.portal.FileChooser\"")
        }
        version = results.count > 3 ? PortalVersion(results[3]) : nil
    }
}

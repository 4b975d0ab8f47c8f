internal import AppearanceProtocol
internal import Console

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

/// The backends that the desktop portal uses for each interface, by its current files.
struct PortalRoutes {
    struct Preference {
        let path: String
        let file: PortalsFile
    }

    /// The files for this desktop, in order of precedence.
    let preferences: [Preference]
    let backends: [BackendFile]

    static let settings = "org.freedesktop.impl.portal.Settings"
    static let fileChooser = "org.freedesktop.impl.portal.FileChooser"

    init(_ folders: PortalFolders, onlyFolder: String?) {
        preferences = ([folders.own] + folders.others).compactMap { folder in
            folders.file(in: folder).flatMap { path in
                FileReading.text(of: path).map { Preference(path: path, file: PortalsFile($0)) }
            }
        }
        let directories = onlyFolder.map { [$0] } ?? folders.allBackends
        backends =
            directories
            .flatMap(FileWriting.files).filter { $0.hasSuffix(".portal") }
            .compactMap { path in FileReading.text(of: path).flatMap { BackendFile($0, path: path) }
            }
    }

    /// Returns the backends for an interface and the file that names them; `nil` if none does.
    func route(for interface: String, firstFileOnly: Bool) -> (backends: [String], path: String)? {
        for preference in preferences.prefix(firstFileOnly ? 1 : preferences.count) {
            if let backends = preference.file.backends(for: interface) {
                return (backends, preference.path)
            }
        }
        return nil
    }

    /// Returns whether a backend of this name is installed that has the interface.
    func has(_ backend: String, for interface: String) -> Bool {
        backends.contains {
            ($0.name == backend || backend == "*") && $0.interfaces.contains(interface)
        }
    }
}

extension PortalEvidence {
    /// Whether the current files name appearanced first for settings.
    var prefersAppearanced: Bool {
        guard routes.has(PortalsFile.backend, for: PortalRoutes.settings) else { return false }
        if ignoresPortalsFiles { return isMadeForThisDesktop }
        guard let route else { return isMadeForThisDesktop }
        return route.backends.first == PortalsFile.backend
    }

    /// The file that names both appearanced and `*`, every installed backend, for settings; `nil`
    /// if none does.
    var fileThatStartsEveryBackend: String? {
        guard !ignoresPortalsFiles else { return nil }
        return routes.preferences.first { $0.file.startsEveryBackend }?.path
    }

    private var route: (backends: [String], path: String)? {
        routes.route(for: PortalRoutes.settings, firstFileOnly: readsOneFileOnly)
    }

    private var isMadeForThisDesktop: Bool {
        let ours = routes.backends.first { $0.name == PortalsFile.backend }
        return ours.map { !Set($0.desktops).isDisjoint(with: desktops) } ?? false
    }

    /// The reason, as a sentence, why the portal does not use appearanced.
    var reasonNotUsed: String {
        if let ownSwitch {
            return "On \(ownSwitch) the portal reads the desktop's own setting, which does not"
                + " follow."
        }
        if let unread { return unread.cause }
        guard routes.has(PortalsFile.backend, for: PortalRoutes.settings) else {
            return "appearanced.portal is missing from the portal's folders."
        }
        let desktop =
            desktops.first.map { "the desktop \($0.excerpt)" } ?? "a desktop without a name"
        if let route, !ignoresPortalsFiles, route.backends.first != PortalsFile.backend {
            let list = route.backends.joined(separator: ", ").excerpt
            return "\(route.path) names \(list.isEmpty ? "no backend" : list) instead."
        }
        if prefersAppearanced, startedBeforeDaemon {
            return "The portal started before appearanced was enabled, and does not retry."
        }
        if prefersAppearanced { return "The portal started before its files were changed." }
        if ignoresPortalsFiles {
            return
                "This version of the portal does not read portals.conf, and appearanced.portal does"
                + " not name \(desktop)."
        }
        return "No portals.conf for \(desktop) names appearanced."
    }
}

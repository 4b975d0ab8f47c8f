internal import AppearanceProtocol
internal import Glibc

/// The desktop portal: how it is set up, and what apps get to hear.
struct PortalEvidence {
    /// The portal while it runs, as an app finds it.
    struct Frontend {
        /// The file it runs, by which it can be started anew.
        let program: String?
        /// When it was started, in seconds of the epoch; nil where that is not known.
        let start: Int?
        /// Its version; `nil` if it does not say.
        let version: PortalVersion?
        /// What apps read of ours: only we say this, so whoever hears it is led to us.
        let appearance: String?
        /// What apps read as `color-scheme`: 1 dark, 2 light, 0 whatever they like.
        let colorScheme: Int64?
        /// Whether apps are offered the choosing of files; nil where that is not known.
        let hasFileChooser: Bool?
    }

    /// Nil while it does not run.
    let frontend: Frontend?
    /// Whether an app that asks will start it.
    let isInstalled: Bool
    /// Names of the desktop, by which it chooses its files.
    let desktops: [String]
    /// The desktop whose own backend answers by its own switch; nil for any other.
    let ownSwitch: String?
    /// When the user enabled the service, in seconds of the epoch; nil where that was not done.
    let enabledAt: Int?
    /// Whom it asks, by the files as they are now.
    let routes: PortalRoutes
    /// Whether our backend file is in any folder, read or not.
    let hasBackendFile: Bool
    /// Our backend file where it does not read it; `nil` if it does.
    let unread: UnreadBackend?
    /// The version of the one that runs, else of the one that an app would start.
    let version: PortalVersion?

    /// Whether it was started when nothing could start our backend yet: one that does not come when
    /// the portal starts is not asked again.
    var cameBeforeTheService: Bool {
        guard let start = frontend?.start, let enabledAt else { return false }
        return start < enabledAt
    }

    /// Whether every portal of the version reads the first of its files and then no other.
    var readsOneFileOnly: Bool { version?.readsOneFile ?? false }

    /// Whether the version has never heard of portals.conf.
    var knowsNoFiles: Bool { version?.readsOneFolder ?? false }
}

extension PortalEvidence {
    /// What a portal that runs is asked, in this order.
    static func questions(program: String?) -> [Command] {
        [
            read("io.github.appearanced", "appearance"),
            read("org.freedesktop.appearance", "color-scheme"),
            call("org.freedesktop.DBus.Introspectable", "Introspect"),
        ] + (program.map { [PortalVersion.question($0)] } ?? [])
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
    /// A portal that was asked, and its answers.
    init(program: String?, start: Int?, answers: [CommandResult]) {
        self.program = program
        self.start = start
        appearance = answers[0].busValue?.string
        colorScheme = answers[1].busValue?.integer
        hasFileChooser = answers[2].busValue?.string.map {
            $0.contains("interface name=\"org.freedesktop.portal.FileChooser\"")
        }
        version = answers.count > 3 ? PortalVersion(answers[3]) : nil
    }
}

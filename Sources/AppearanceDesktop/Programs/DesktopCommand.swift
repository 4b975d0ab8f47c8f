/// A program with its arguments, and the packages that provide it.
package struct DesktopCommand: Hashable, Sendable {
    /// The name of the program, in `PATH`.
    package let program: String
    package let arguments: [String]
    /// The variables to add to its environment.
    package let environment: [String: String]
    /// The variables to add without a display.
    package let withoutDisplay: [String: String]
    /// Whether it needs the display of the session.
    let needsDisplay: Bool
    /// Whether it needs the user's other processes, which the daemon's unit does not see.
    package let needsProcesses: Bool
    /// Other programs that it starts.
    package let helpers: [String]
    /// The program to name in a message, if the command is a script that nobody would type.
    package let name: String?
    /// Whether it reads Plasma's settings, including those of a global theme.
    let isPlasmas: Bool
    /// The Debian packages that provide it and its data.
    package let packages: [String]

    package init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        withoutDisplay: [String: String] = [:], isPlasmas: Bool = false,
        needsDisplay: Bool = false, needsProcesses: Bool = false, helpers: [String] = [],
        name: String? = nil,
        packages: [String]
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.withoutDisplay = withoutDisplay
        self.isPlasmas = isPlasmas
        self.needsDisplay = needsDisplay
        self.needsProcesses = needsProcesses
        self.helpers = helpers
        self.name = name
        self.packages = packages
    }

    /// Returns a command of gsettings, which needs the package of its schemas.
    static func gsettings(
        _ arguments: [String], environment: [String: String] = [:], schemas: String
    ) -> DesktopCommand {
        DesktopCommand(
            "gsettings", arguments, environment: environment,
            packages: ["libglib2.0-bin", schemas, "dconf-gsettings-backend"])
    }

    /// The folders of the program: those of a `PATH`, and those where some of Plasma's are.
    package func folders(_ path: String) -> String {
        guard isPlasmas else { return path }
        return path + ":/usr/libexec:/usr/lib/libexec:/usr/lib/x86_64-linux-gnu/libexec"
            + ":/usr/lib/aarch64-linux-gnu/libexec:/usr/lib"
    }

    /// Returns the arguments of systemd-run that run it as a unit of its own, with these variables, for at
    /// most so long: the unit does not end with systemd-run.
    ///
    /// A program that it leaves in the background stays. The description is what the journal has of the unit
    /// each time; without one it would be the whole command, with the text of a script. systemd replaces
    /// `$NAME` in a command, and `$$` by `$`.
    package func unitArguments(
        _ variables: [String: String], timeout: Duration
    ) -> [String] {
        [
            "--user", "--wait", "--pipe", "--quiet", "--collect", "--property=KillMode=process",
            "--property=RuntimeMaxSec=\(timeout.components.seconds)",
            "--description=appearanced: \(shellText)",
        ]
            + variables.sorted { $0.key < $1.key }.map { "--setenv=\($0.key)=\($0.value)" }
            + ["--", program]
            + arguments.map {
                $0.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
            }
    }

    /// The command as it is typed into a shell, or its name.
    package var shellText: String {
        if let name { return name }
        let settings = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return (settings + [program] + arguments.map(Self.quoted)).joined(separator: " ")
    }

    /// The command that installs a missing program.
    package var installation: String { "sudo apt install " + packages.joined(separator: " ") }

    /// Returns the sentence for missing programs of commands, any of which would do.
    package static func missing(_ programs: [String], of commands: [DesktopCommand]) -> String {
        let names = programs.map { "`\($0)`" }.joined(separator: " and ")
        let advice = commands.map(\.installation).joined(separator: ", or ")
        let remedy = programs.count > 1 ? "are missing; install one" : "is missing; install it"
        return "\(names) \(remedy): \(advice)"
    }

    static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "+", ",", "@": true
            default: false
            }
        }
        if plain, !word.isEmpty { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

/// The way in which settings are read.
package enum SettingSource: Hashable, Sendable {
    /// From the outputs of commands.
    case programs([DesktopCommand])
    /// From the texts of files; a missing file is an empty text.
    case files([String])
}

/// The way in which a setting is changed.
package enum SettingChange: Hashable, Sendable {
    /// By the first of these commands that is installed.
    case programs([DesktopCommand])
    /// In a file, by `SettingsText`.
    case file(String, group: String, key: String, value: String)
}

/// A notice that a setting may have changed.
package enum ChangeNotice: Hashable, Sendable {
    /// dconf's signal for a path: a key, or with a slash at its end all keys below.
    case dconf(String)
    /// xfconf's signal for a property of a channel, by the end of its name.
    case xfconf(channel: String, suffix: String)
    /// A change of the file at a path.
    case file(String)
    /// A new owner of a name on the session bus.
    case owner(String)
}

extension DesktopSetting {
    /// Returns the notices of changes of the setting in a session.
    package func notices(in session: DesktopSession) -> [ChangeNotice] {
        switch place {
        case .gsettings(let schema, let key):
            [.dconf(DConfNotice.path(schema: schema, key: key))]
        case .xfconf(let channel, let suffix), .xfconfScreens(let channel, let suffix):
            [.xfconf(channel: channel, suffix: suffix)]
        // It comes after the daemon, and comes again after a crash.
        case .plasmashell:
            session.files(PlasmaWallpaper.fileName).map(ChangeNotice.file)
                + [.owner(PlasmaWallpaper.busName)]
        case .kconfig: session.plasmaPaths.map(ChangeNotice.file)
        case .file(let path, _, _): session.files(path).map(ChangeNotice.file)
        // No client of a display is told of a picture.
        case .x11Root, .layerShell: []
        }
    }
}

/// dconf's signal of a change: a prefix and the changed paths below it, such as
/// `/org/gnome/desktop/` and `["interface/color-scheme"]`; a path that ends in a slash stands for
/// all below it.
///
/// https://gitlab.gnome.org/GNOME/dconf/-/blob/main/common/dconf-changeset.c
package enum DConfNotice {
    /// Returns the path of a key, or of a schema if the key is empty; the schemas of MATE are in the
    /// folder of its desktop.
    package static func path(schema: String, key: String) -> String {
        let mate = "org.mate."
        let words =
            schema.hasPrefix(mate)
            ? "org.mate.desktop." + schema.dropFirst(mate.count).map { $0 == "-" ? "." : $0 }
            : schema
        return "/" + String(words.map { $0 == "." ? "/" : $0 }) + "/" + key
    }

    /// Returns whether a signal concerns a path: a key, or with a slash at its end all keys below.
    package static func names(_ path: String, prefix: String, changes: [String]) -> Bool {
        changes.contains { change in
            let changed = prefix + change
            return changed == path || changed.hasSuffix("/") && path.hasPrefix(changed)
                || path.hasSuffix("/") && changed.hasPrefix(path)
        }
    }
}

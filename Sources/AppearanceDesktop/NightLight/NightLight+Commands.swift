// The programs are the desktops' own, so that whoever listens to a change hears of it.

extension NightLight {
    /// How its settings are read.
    package enum Source: Hashable, Sendable {
        /// By programs: what holds, and what would hold if nobody had set anything.
        case programs(values: DesktopCommand, defaults: DesktopCommand)
        /// From files of this name, as KConfig has them; `KConfigText.paths` says where they lie.
        case files(String)
    }

    static let schema = "org.gnome.settings-daemon.plugins.color"
    static let group = "NightColor"
    private static let file = "kwinrc"

    /// How its settings are read.
    package var source: Source {
        switch self {
        case .gnome:
            .programs(
                values: Self.gsettings(["list-recursively", Self.schema]),
                defaults: Self.gsettings(
                    ["list-recursively", Self.schema],
                    environment: ["GSETTINGS_BACKEND": "memory"]))
        case .kwin: .files(Self.file)
        }
    }

    /// What gives a setting a value, or takes away that there is any of the user's: one and the same
    /// by programs of several versions, of which the first that is there is meant.
    package func writing(_ value: String?, to key: String) -> [DesktopCommand] {
        switch self {
        case .gnome:
            let words = value.map { ["set", Self.schema, key, $0] } ?? ["reset", Self.schema, key]
            return [Self.gsettings(words)]
        case .kwin:
            let place = ["--file", Self.file, "--group", Self.group, "--key", key]
            let words = place + (value.map { [$0] } ?? ["--delete"])
            return [
                DesktopCommand("kwriteconfig6", words, packages: ["libkf6config-bin"]),
                DesktopCommand("kwriteconfig5", words, packages: ["libkf5config-bin"]),
            ]
        }
    }

    /// What dconf names when one of the settings changes; nil where they do not lie there.
    package var dconfPath: String? {
        switch self {
        case .gnome: "/" + String(Self.schema.map { $0 == "." ? "/" : $0 }) + "/"
        case .kwin: nil
        }
    }

    /// The object whose signal `ConfigChanged` makes the desktop read its settings again; nil where
    /// it notices by itself.
    ///
    /// https://api.kde.org/kconfigwatcher.html
    package var announcement: (path: String, group: String)? {
        switch self {
        case .gnome: nil
        case .kwin: ("/" + Self.file, Self.group)
        }
    }

    private static func gsettings(
        _ arguments: [String], environment: [String: String] = [:]
    ) -> DesktopCommand {
        .gsettings(arguments, environment: environment, schemas: "gnome-settings-daemon-common")
    }
}

// The programs are the desktops' own, so that all listeners are notified of a change.

extension NightLight {
    /// The way in which the settings are read.
    package enum Source: Hashable, Sendable {
        /// By programs: the values in effect, and the defaults.
        case programs(values: DesktopCommand, defaults: DesktopCommand)
        /// From files of this name in KConfig's format, at `KConfigText.paths`.
        case files(String)
    }

    private static let accessibility = "org.gnome.desktop.a11y"
    static let group = "NightColor"
    private static let file = "kwinrc"

    private static let color = "org.gnome.settings-daemon.plugins.color"
    /// gsettings lists one schema or all: those of the magnifier are no children of another.
    private var listing: [String] {
        self == .magnifier ? ["list-recursively"] : ["list-recursively", Self.color]
    }

    /// Returns the schema of a setting of GNOME.
    func schema(of key: String) -> String {
        switch self {
        case .gnome, .kwin: Self.color
        case .magnifier:
            switch key {
            case Self.magnifierSwitch: Self.accessibility + ".applications"
            case "high-contrast": Self.accessibility + ".interface"
            default: Self.accessibility + ".magnifier"
            }
        }
    }

    /// The way in which the settings are read.
    package var source: Source {
        switch self {
        case .gnome, .magnifier:
            .programs(
                values: gsettings(listing),
                defaults: gsettings(listing, environment: ["GSETTINGS_BACKEND": "memory"]))
        case .kwin: .files(Self.file)
        }
    }

    /// Returns the commands that set or reset a setting: the same by programs of several versions,
    /// of which the first installed one is used.
    package func writing(_ value: String?, to key: String) -> [DesktopCommand] {
        switch self {
        case .gnome, .magnifier:
            let schema = schema(of: key)
            let words = value.map { ["set", schema, key, $0] } ?? ["reset", schema, key]
            return [gsettings(words)]
        case .kwin:
            let place = ["--file", Self.file, "--group", Self.group, "--key", key]
            let words = place + (value.map { [$0] } ?? ["--delete"])
            return [
                DesktopCommand("kwriteconfig6", words, packages: ["libkf6config-bin"]),
                DesktopCommand("kwriteconfig5", words, packages: ["libkf5config-bin"]),
            ]
        }
    }

    /// The path in dconf's signal when a setting changes; `nil` if the settings are not in dconf.
    package var dconfPath: String? {
        switch self {
        case .gnome: "/" + String(Self.color.map { $0 == "." ? "/" : $0 }) + "/"
        case .magnifier: "/" + String(Self.accessibility.map { $0 == "." ? "/" : $0 }) + "/"
        case .kwin: nil
        }
    }

    /// The object whose signal `ConfigChanged` makes the desktop read its settings again; `nil` if
    /// it notices by itself.
    ///
    /// https://api.kde.org/kconfigwatcher.html
    package var announcement: (path: String, group: String)? {
        switch self {
        case .gnome, .magnifier: nil
        case .kwin: ("/" + Self.file, Self.group)
        }
    }

    private func gsettings(
        _ arguments: [String], environment: [String: String] = [:]
    ) -> DesktopCommand {
        let package =
            self == .magnifier ? "gsettings-desktop-schemas" : "gnome-settings-daemon-common"
        return .gsettings(arguments, environment: environment, schemas: package)
    }
}

/// The values of a desktop's night light.
package struct NightLightReading: Equatable, Sendable {
    /// The values in effect, by the names of the settings; an unset one is missing.
    package private(set) var values: [String: String] = [:]
    /// The settings that the user has set.
    package private(set) var own: Set<String> = []

    package init(_ values: [String: String], own: Set<String>) {
        self.values = values
        self.own = own
    }

    /// Reads the output of `gsettings list-recursively` for the values and for the defaults; `nil`
    /// if a setting is missing.
    package init?(of nightLight: NightLight, gsettings answer: String, defaults: String) {
        values = Self.values(answer, of: nightLight)
        let defaults = Self.values(defaults, of: nightLight)
        own = Set(values.keys.filter { values[$0] != defaults[$0] })
        guard nightLight.settings.allSatisfy({ values[$0.key] != nil }) else { return nil }
    }

    /// Reads lines of schema, key and value, with a space between each.
    private static func values(_ answer: String, of nightLight: NightLight) -> [String: String] {
        var values: [String: String] = [:]
        for line in answer.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3 else { continue }
            let key = String(words[1])
            guard words[0] == nightLight.schema(of: key),
                nightLight.settings.contains(where: { $0.key == key })
                    || nightLight.needs.contains(where: { $0.key == key })
            else { continue }
            values[key] = String(words[2])
        }
        return values
    }

    /// Reads KConfig files in order of precedence; the first is the user's own, and a missing one
    /// is `nil`.
    package init(of nightLight: NightLight, texts: [String?]) {
        for (index, text) in texts.enumerated() {
            KConfigText.read(text ?? "") { group, key, value in
                let key = String(key)
                guard group == NightLight.group, values[key] == nil,
                    nightLight.settings.contains(where: { $0.key == key })
                else { return }
                values[key] = Self.plain(value)
                if index == 0 { own.insert(key) }
            }
        }
    }

    /// Returns one word for each truth value, of which KConfig accepts several.
    private static func plain(_ value: Substring) -> String {
        switch value.lowercased() {
        case "true", "on", "yes": "true"
        case "false", "off", "no": "false"
        default: String(value)
        }
    }
}

// The programs are the desktops' own, so that all listeners are notified of a change.

extension NightLight {
    private static let accessibility = "org.gnome.desktop.a11y"
    static let group = "NightColor"
    private static let file = "kwinrc"

    private static let color = "org.gnome.settings-daemon.plugins.color"
    /// gsettings lists one schema or all: those of the magnifier are no children of another.
    private var listing: [String] {
        self == .magnifier ? ["list-recursively"] : ["list-recursively", Self.color]
    }

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

    /// Returns the way in which the settings are read in a session: by programs that print the values
    /// in effect and the defaults, or from files in order of precedence.
    package func source(in session: DesktopSession) -> SettingSource {
        switch self {
        case .gnome, .magnifier:
            .programs([
                gsettings(listing),
                gsettings(listing, environment: ["GSETTINGS_BACKEND": "memory"]),
            ])
        case .kwin: .files(session.kconfigPaths(of: Self.file))
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

    /// Returns the notices of changes of its settings in a session.
    package func notices(in session: DesktopSession) -> [ChangeNotice] {
        switch self {
        case .gnome: [.dconf(DConfNotice.path(schema: Self.color, key: ""))]
        case .magnifier: [.dconf(DConfNotice.path(schema: Self.accessibility, key: ""))]
        case .kwin: session.kconfigPaths(of: Self.file).prefix(1).map(ChangeNotice.file)
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
    package var values: [String: String] = [:]
    /// The settings that the user has set.
    package var own: Set<String> = []

    package init(_ values: [String: String], own: Set<String>) {
        self.values = values
        self.own = own
    }

    /// Reads the texts of the source; `nil` if a program has not printed every setting.
    package init?(of nightLight: NightLight, texts: [String]) {
        switch nightLight {
        case .gnome, .magnifier:
            let readings = texts.map { Self.values($0, of: nightLight) }
            guard readings.count == 2,
                nightLight.settings.allSatisfy({ readings[0][$0.key] != nil })
            else { return nil }
            values = readings[0]
            own = Set(values.keys.filter { values[$0] != readings[1][$0] })
        case .kwin: readKConfig(texts, of: nightLight)
        }
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
                    || nightLight.needs(for: .night).contains(where: { $0.key == key })
            else { continue }
            values[key] = String(words[2])
        }
        return values
    }

    /// Reads KConfig files in order of precedence; the first is the user's own.
    private mutating func readKConfig(_ texts: [String], of nightLight: NightLight) {
        for (index, text) in texts.enumerated() {
            KConfigText.read(text) { group, key, value in
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

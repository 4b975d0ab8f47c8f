// How each setting is read, written and restored. The programs are the desktops' own, so that all
// listeners are notified; none of the desktops' files is written directly. Kvantum and qt5ct have no such
// program, so one line of their files is edited.

internal import AppearanceModel

extension DesktopSetting {
    /// Returns the way in which the setting is read in a session.
    package func source(in session: DesktopSession) -> SettingSource {
        switch place {
        case .gsettings(let schema, let key): .programs([Self.gsettings(["get", schema, key])])
        case .kconfig: .files(session.plasmaPaths)
        case .plasmashell: .programs([Self.plasmashell(PlasmaWallpaper.reading)])
        case .xfconf(let channel, let property):
            .programs([Self.xfconf(["-c", channel, "-p", property])])
        case .xfconfScreens(let channel, _): .programs([Self.xfconf(["-c", channel, "-l", "-v"])])
        case .x11Root: .programs([.x11Wallpaper(["read"])])
        case .layerShell: .programs([.waylandWallpaper(["read"])])
        case .file(let path, _, _): .files(session.files(path))
        }
    }

    /// Returns the value in the texts of its source; `nil` for none.
    package func value(in texts: [String]) -> String? {
        let text = texts.first ?? ""
        let lines = text.split(whereSeparator: \.isNewline)
        switch place {
        case .gsettings:
            return lines.first.flatMap {
                isBoolean
                    ? Bool(String($0)).map(\.description) : GVariantText.string(String($0))
            }
        case .kconfig: return KDEGlobals(texts).value(of: self)
        case .plasmashell:
            return lines.first.flatMap { ScreenPictures(decoding: String($0.trimmed)) }?
                .value(shownBy: PlasmaWallpaper.plugin)
        case .xfconf: return lines.count == 1 ? String(lines[0]) : nil
        case .xfconfScreens(_, let suffix):
            return XfceWallpaper.pictures(in: lines, suffix: suffix).value()
        case .x11Root: return X11Wallpaper.value(in: lines)
        case .layerShell: return LayerShellWallpaper.value(in: text)
        case .file(_, let group, let key): return SettingsText.value(key, in: group, of: text)
        }
    }

    /// Returns what a value means before the next one is set.
    ///
    /// A screen that is plugged in shows its last picture, and a person may choose one for a single screen. As
    /// long as any screen shows a picture of ours that is not the next one, the value is that picture.
    func followed(
        _ value: String, before next: String?, _ configuration: DesktopSettings
    ) -> String {
        guard place == .layerShell, let next else { return value }
        let names = configuration.wallpaper
        let others = LayerShellWallpaper.pictures(in: value).filter { picture in
            picture != next && Appearance.allCases.contains { names[$0] == picture }
        }
        let nextTone = tone(of: next, configuration)
        return others.first { tone(of: $0, configuration) != nextTone } ?? others.first ?? value
    }

    /// The remedy if the reading program succeeds without a value; `nil` if only its output can tell.
    package var remedyWithoutValue: String? {
        switch place {
        case .gsettings, .kconfig, .xfconf, .file: nil
        case .plasmashell: "plasmashell has no screen yet"
        case .xfconfScreens:
            "Xfce has no background picture to replace; choose one in its settings, Desktop"
        case .x11Root:
            "there is no ~/.fehbg, by which feh restores your own picture; set it once with"
                + " `feh --bg-fill FILE`"
        case .layerShell:
            "neither awww, hyprpaper nor swaybg shows a picture that could be shown again; show your"
                + " own when the session starts (in sway's configuration: output * bg FILE fill)"
        }
    }

    /// Returns whether the reading program failed only because nothing has been set yet.
    package func isUnset(byErrorOutput text: String) -> Bool {
        guard case .xfconf(let channel, let property) = place else { return false }
        // `Property "/Net/ThemeName" does not exist on channel "xsettings".`; a missing channel is
        // reported in the same way.
        return (text.holds(property) || text.holds(channel)) && text.holds("does not exist")
    }

    /// Returns whether the reading program failed because this version of the desktop has no such
    /// setting.
    ///
    /// In every language, gsettings names the schema or the key that is missing.
    package func isMissing(byErrorOutput text: String) -> Bool {
        guard [.cinnamonColorScheme, .pantheonColorScheme].contains(self),
            case .gsettings(let schema, let key) = place
        else { return false }
        return text.holds(schema) || text.holds(key)
    }

    /// Whether GSettings has a Boolean value for it.
    private var isBoolean: Bool { self == .budgieDarkTheme }

    /// Returns the command that sets a value; `nil` if a file is edited.
    package func writing(_ value: String) -> DesktopCommand? {
        switch place {
        case .gsettings(let schema, let key):
            Self.gsettings(
                ["set", schema, key, isBoolean ? value : GVariantText.quoted(value)])
        case .kconfig(let setting): setting.writing(value)
        case .plasmashell: Self.plasmashell(PlasmaWallpaper.writing(value))
        case .xfconf(let channel, let property):
            // An existing property keeps its type, and a new one becomes a string.
            Self.xfconf(["-c", channel, "-p", property, "-n", "-t", "string", "-s", value])
        case .xfconfScreens(let channel, let suffix):
            if let pictures = ScreenPictures(decoding: value) {
                .xfceWallpaper(["restore", channel] + pictures.words)
            } else {
                .xfceWallpaper(["show", channel, suffix, value])
            }
        case .x11Root: .x11Wallpaper(["show", value])
        case .layerShell: .waylandWallpaper(LayerShellWallpaper.setting(value))
        case .file: nil
        }
    }

    /// Returns the way in which the setting is changed in a session; `nil` without a home.
    package func change(to value: String, in session: DesktopSession) -> SettingChange? {
        if let command = writing(value) { return .programs([command]) }
        guard case .file(let path, let group, let key) = place else { return nil }
        return session.files(path).first.map { .file($0, group: group, key: key, value: value) }
    }

    /// The command that prints the default value; `nil` if no program does.
    package var defaultReading: DesktopCommand? {
        guard case .gsettings(let schema, let key) = place else { return nil }
        return Self.gsettings(["get", schema, key], environment: ["GSETTINGS_BACKEND": "memory"])
    }

    /// The command that resets the setting to its default; `nil` if a file is edited.
    package var unsetting: DesktopCommand? {
        switch place {
        case .gsettings(let schema, let key): Self.gsettings(["reset", schema, key])
        // Plasma's colours are many keys, which only another scheme replaces as a whole.
        case .kconfig(let setting): setting.writing(setting.builtIn)
        // These are read with a value, or not at all.
        case .plasmashell, .xfconfScreens, .x11Root, .layerShell, .file: writing("")
        case .xfconf(let channel, let property):
            Self.xfconf(["-c", channel, "-p", property, "-r"])
        }
    }

    /// Whether the setting is left alone while its file is missing.
    package var needsFile: Bool {
        [.qt5ColorScheme, .qt5Palette, .qt6ColorScheme, .qt6Palette].contains(self)
    }

    /// Returns whether the setting can be followed, with the function that tells whether there is a
    /// file at a path below the user's configuration.
    package func isUsable(_ isThere: (String) -> Bool) -> Bool {
        guard needsFile, case .file(let path, _, _) = place else { return true }
        return isThere(path)
    }

    private static func gsettings(
        _ arguments: [String], environment: [String: String] = [:]
    ) -> DesktopCommand {
        .gsettings(arguments, environment: environment, schemas: schemaPackage(of: arguments[1]))
    }

    /// Returns the Debian package of a schema.
    private static func schemaPackage(of schema: String) -> String {
        if schema.hasPrefix("org.mate.peripherals") { return "mate-settings-daemon-common" }
        if schema.hasPrefix("org.mate.") { return "mate-desktop-common" }
        if schema == "org.cinnamon.theme" { return "cinnamon-common" }
        if schema.hasPrefix("org.cinnamon.") { return "cinnamon-desktop-data" }
        if schema.hasPrefix("org.x.apps.") { return "xapps-common" }
        if schema.hasPrefix("com.solus-project.") { return "budgie-core" }
        return "gsettings-desktop-schemas"
    }

    private static func plasmashell(_ script: String) -> DesktopCommand {
        DesktopCommand(
            "dbus-send",
            [
                "--session", "--print-reply=literal", "--dest=\(PlasmaWallpaper.busName)",
                "/PlasmaShell", "org.kde.PlasmaShell.evaluateScript", "string:\(script)",
            ], packages: ["dbus-bin"])
    }

    private static func xfconf(_ arguments: [String]) -> DesktopCommand {
        DesktopCommand("xfconf-query", arguments, packages: ["xfconf", "libxfconf-0-3"])
    }
}

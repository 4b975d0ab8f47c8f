package import AppearanceModel

/// One value on the desktop that can be read, written and restored.
///
/// The raw value is its name in the restore journal, so it must not change; its words name the place.
/// Settings are restored in this order, because a global theme sets colours, icons and the pointer too, and
/// programs look up their theme when the preference changes.
package enum DesktopSetting: String, CaseIterable, Hashable, Sendable {
    /// The theme of GTK 3.
    case gtkTheme = "gsettings org.gnome.desktop.interface gtk-theme"
    /// The icons of GNOME and its relatives.
    case iconTheme = "gsettings org.gnome.desktop.interface icon-theme"
    /// The pointer of GNOME and its relatives.
    case cursorTheme = "gsettings org.gnome.desktop.interface cursor-theme"
    /// The background picture that GNOME shows while light.
    case wallpaper = "gsettings org.gnome.desktop.background picture-uri"
    /// The background picture that GNOME shows while dark.
    case darkWallpaper = "gsettings org.gnome.desktop.background picture-uri-dark"
    case mateTheme = "gsettings org.mate.interface gtk-theme"
    case mateIconTheme = "gsettings org.mate.interface icon-theme"
    case mateCursorTheme = "gsettings org.mate.peripherals-mouse cursor-theme"
    case mateWallpaper = "gsettings org.mate.background picture-filename"
    case cinnamonTheme = "gsettings org.cinnamon.desktop.interface gtk-theme"
    case cinnamonIconTheme = "gsettings org.cinnamon.desktop.interface icon-theme"
    case cinnamonCursorTheme = "gsettings org.cinnamon.desktop.interface cursor-theme"
    case cinnamonWallpaper = "gsettings org.cinnamon.desktop.background picture-uri"
    /// The theme of Cinnamon's panel and menus.
    case cinnamonShellTheme = "gsettings org.cinnamon.theme name"
    /// The preference that GTK 4, libadwaita and the portals of GNOME and GTK read.
    case colorScheme = "gsettings org.gnome.desktop.interface color-scheme"
    /// The preference that Cinnamon's portal publishes; Cinnamon 5 has none.
    case cinnamonColorScheme = "gsettings org.x.apps.portal color-scheme"
    /// Budgie's switch, from which it sets the preference of GNOME.
    case budgieDarkTheme = "gsettings com.solus-project.budgie-panel dark-theme"
    /// elementary's switch, from which it sets the preference of GNOME.
    case pantheonColorScheme =
        "gsettings io.elementary.settings-daemon.prefers-color-scheme color-scheme"
    case cosmicIsDark = "file cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
    case kdeLookAndFeel = "kdeglobals KDE LookAndFeelPackage"
    case kdeColorScheme = "kdeglobals General ColorScheme"
    case kdeIconTheme = "kdeglobals Icons Theme"
    case kdeCursorTheme = "kcminputrc Mouse cursorTheme"
    /// The background pictures of Plasma's screens.
    case kdeWallpaper = "plasmashell wallpaper"
    case xfceTheme = "xfconf xsettings /Net/ThemeName"
    /// The window frames in Xfce.
    case xfceWindowTheme = "xfconf xfwm4 /general/theme"
    case xfceIconTheme = "xfconf xsettings /Net/IconThemeName"
    case xfceCursorTheme = "xfconf xsettings /Gtk/CursorThemeName"
    /// The background pictures of Xfce's screens and workspaces.
    case xfceWallpaper = "xfconf xfce4-desktop last-image"

    /// The background picture of an X server's root window.
    case x11Wallpaper = "x11 root picture"
    /// The background pictures of a Wayland compositor.
    case layerShellWallpaper = "Wayland background pictures"

    case kvantumTheme = "file Kvantum/kvantum.kvconfig General theme"
    case qt5ColorScheme = "file qt5ct/qt5ct.conf Appearance color_scheme_path"
    /// Whether qt5ct uses its colours.
    case qt5Palette = "file qt5ct/qt5ct.conf Appearance custom_palette"
    case qt6ColorScheme = "file qt6ct/qt6ct.conf Appearance color_scheme_path"
    case qt6Palette = "file qt6ct/qt6ct.conf Appearance custom_palette"

    package enum Place: Hashable, Sendable {
        case gsettings(schema: String, key: String)
        /// In a file of Plasma's settings in the user's configuration.
        case kconfig(PlasmaSetting)
        /// In plasmashell, which has one value for each screen.
        case plasmashell
        case xfconf(channel: String, property: String)
        /// In the properties of a channel whose names have this end, one for each workspace of a screen.
        case xfconfScreens(channel: String, suffix: String)
        /// In a file of the user's configuration that has groups of keys; without a group and a key, its
        /// whole text.
        case file(_ path: String, _ group: String, _ key: String)
        /// On the root window of an X server, until the server ends.
        case x11Root
        /// In the running wallpaper daemon of a Wayland compositor.
        case layerShell
    }

    /// Whether a session may begin with another value, and nobody reports a change.
    ///
    /// awww begins with the picture of the session before, and so with one of ours.
    package var endsWithSession: Bool { place == .x11Root || place == .layerShell }

    /// The place where the setting is stored, which the raw value names.
    package var place: Place {
        if let setting = PlasmaSetting(rawValue: rawValue) { return .kconfig(setting) }
        let words = rawValue.split(separator: " ").map(String.init)
        return switch (words[0], words.count) {
        case ("gsettings", _): .gsettings(schema: words[1], key: words[2])
        case ("xfconf", _):
            words[2].hasPrefix("/")
                ? .xfconf(channel: words[1], property: words[2])
                : .xfconfScreens(channel: words[1], suffix: "/" + words[2])
        case ("file", 4): .file(words[1], words[2], words[3])
        case ("file", _): .file(words[1], "", "")
        case ("plasmashell", _): .plasmashell
        case ("x11", _): .x11Root
        case ("Wayland", _): .layerShell
        default: preconditionFailure("the raw value \(rawValue) names no place")
        }
    }

    /// Whether it is the theme or the icons of GTK programs, which follow before the preference.
    package var isTheme: Bool {
        [
            .gtkTheme, .iconTheme, .mateTheme, .mateIconTheme, .cinnamonTheme, .cinnamonIconTheme,
            .xfceTheme, .xfceIconTheme,
        ].contains(self)
    }

    /// Whether it is the preference for light or dark, or a switch from which the desktop sets that.
    package var isPreference: Bool {
        [.colorScheme, .cinnamonColorScheme, .budgieDarkTheme, .pantheonColorScheme].contains(self)
    }

    package var companions: [DesktopSetting] {
        self == .kdeLookAndFeel ? [.kdeColorScheme, .kdeIconTheme, .kdeCursorTheme] : []
    }
}

extension DesktopSetting {
    /// Returns the value that a configuration gives in an appearance; `nil` leaves the setting
    /// alone.
    package func value(in appearance: Appearance, _ configuration: DesktopSettings) -> String? {
        names(in: configuration)[appearance]
    }

    /// Returns whether a value is light or dark.
    ///
    /// A theme that is not in the configuration is judged by its name, which by custom ends in `dark` if
    /// there is a light variant.
    package func tone(of value: String, _ configuration: DesktopSettings) -> Tone {
        names(in: configuration).tone(of: value)
            ?? (value.lowercased().holds("dark") ? .dark : .light)
    }

    /// The tone without a value: COSMIC begins dark.
    package var toneIfUnset: Tone { self == .cosmicIsDark ? .dark : .light }

    /// Returns the value in the texts of its source with its tone; `nil` is not set.
    package func state(
        of value: String?, in texts: [String], before next: String?,
        _ configuration: DesktopSettings
    ) -> SettingFollower.State {
        let value = value.map { followed($0, before: next, configuration) }
        if case .kconfig = place {
            return .init(value: value, tone: KDEGlobals(texts).tone(of: self, configuration))
        }
        return .init(
            value: value, tone: value.map { tone(of: $0, configuration) } ?? toneIfUnset)
    }

    /// Returns the values that a configuration gives in each appearance.
    private func names(in configuration: DesktopSettings) -> ThemeNames {
        switch self {
        case .colorScheme, .cinnamonColorScheme:
            switch configuration.lightScheme {
            // Not resolved for a desktop.
            case .auto, .standard: ThemeNames(light: "default", dark: "prefer-dark")
            case .preferLight: ThemeNames(light: "prefer-light", dark: "prefer-dark")
            }
        case .pantheonColorScheme: ThemeNames(light: "no-preference", dark: "prefer-dark")
        case .budgieDarkTheme, .cosmicIsDark: ThemeNames(light: "false", dark: "true")
        case .gtkTheme, .mateTheme, .cinnamonTheme: configuration.gtkTheme
        case .cinnamonShellTheme: configuration.cinnamonTheme
        case .kdeColorScheme: configuration.kdeColorScheme
        case .kdeLookAndFeel: configuration.kdeLookAndFeel
        case .xfceTheme: configuration.xfceTheme
        case .xfceWindowTheme: configuration.xfceWindowTheme
        case .iconTheme, .mateIconTheme, .cinnamonIconTheme, .kdeIconTheme, .xfceIconTheme:
            configuration.iconTheme
        case .cursorTheme, .mateCursorTheme, .cinnamonCursorTheme, .kdeCursorTheme,
            .xfceCursorTheme:
            configuration.cursorTheme
        // GNOME selects one of the two by color-scheme, which another setting may not follow.
        case .wallpaper, .darkWallpaper, .cinnamonWallpaper, .kdeWallpaper:
            configuration.wallpaper.map(Self.uri(ofPath:))
        case .mateWallpaper, .xfceWallpaper, .x11Wallpaper, .layerShellWallpaper:
            configuration.wallpaper
        case .kvantumTheme: configuration.kvantumTheme
        case .qt5ColorScheme, .qt6ColorScheme:
            configuration.qtColorScheme.map(SettingsText.quoted)
        case .qt5Palette, .qt6Palette: configuration.qtColorScheme.map { _ in "true" }
        }
    }

    /// Returns the settings with the paths that the setting reports: a wallpaper daemon reports the target
    /// of a link.
    package func resolved(
        _ configuration: DesktopSettings, _ resolve: (String) -> String
    ) -> DesktopSettings {
        guard place == .layerShell else { return configuration }
        var configuration = configuration
        configuration.wallpaper = configuration.wallpaper.map(resolve)
        return configuration
    }

    /// Returns the URI of a path.
    ///
    /// https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    private static func uri(ofPath path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.utf8.reduce(into: "file://") { uri, byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~":
                uri.unicodeScalars.append(scalar)
            default: uri += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}

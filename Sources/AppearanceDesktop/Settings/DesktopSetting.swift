package import AppearanceModel

/// One value on the desktop that can be read, written and restored.
///
/// The raw value is its name in the restore journal, so it must not change. Settings are restored
/// in this order, because a global theme sets colours too.
package enum DesktopSetting: String, CaseIterable, Hashable, Sendable {
    /// The preference that GTK 4, libadwaita and the portals of GNOME and GTK read.
    case colorScheme = "gsettings org.gnome.desktop.interface color-scheme"
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
    /// Plasma's global theme.
    case kdeLookAndFeel = "kdeglobals KDE LookAndFeelPackage"
    /// Plasma's colours.
    case kdeColorScheme = "kdeglobals General ColorScheme"
    /// The GTK theme in Xfce.
    case xfceTheme = "xfconf xsettings /Net/ThemeName"
    /// The window frames in Xfce.
    case xfceWindowTheme = "xfconf xfwm4 /general/theme"
    /// The icons in Xfce.
    case xfceIconTheme = "xfconf xsettings /Net/IconThemeName"
    /// The pointer in Xfce.
    case xfceCursorTheme = "xfconf xsettings /Gtk/CursorThemeName"

    /// A place of storage.
    package enum Place: Hashable, Sendable {
        case gsettings(schema: String, key: String)
        /// In the file `kdeglobals` of the user's configuration.
        case kdeglobals(group: String, key: String)
        case xfconf(channel: String, property: String)
    }

    /// The place where the setting is stored.
    package var place: Place {
        switch self {
        case .colorScheme: .gsettings(schema: Self.interfaceSchema, key: "color-scheme")
        case .gtkTheme: .gsettings(schema: Self.interfaceSchema, key: "gtk-theme")
        case .iconTheme: .gsettings(schema: Self.interfaceSchema, key: "icon-theme")
        case .cursorTheme: .gsettings(schema: Self.interfaceSchema, key: "cursor-theme")
        case .wallpaper: .gsettings(schema: Self.backgroundSchema, key: "picture-uri")
        case .darkWallpaper: .gsettings(schema: Self.backgroundSchema, key: "picture-uri-dark")
        case .kdeColorScheme: .kdeglobals(group: "General", key: "ColorScheme")
        case .kdeLookAndFeel: .kdeglobals(group: "KDE", key: "LookAndFeelPackage")
        case .xfceTheme: .xfconf(channel: "xsettings", property: "/Net/ThemeName")
        case .xfceWindowTheme: .xfconf(channel: "xfwm4", property: "/general/theme")
        case .xfceIconTheme: .xfconf(channel: "xsettings", property: "/Net/IconThemeName")
        case .xfceCursorTheme: .xfconf(channel: "xsettings", property: "/Gtk/CursorThemeName")
        }
    }

    private static let interfaceSchema = "org.gnome.desktop.interface"
    private static let backgroundSchema = "org.gnome.desktop.background"

    /// The settings that change along with it.
    package var companions: [DesktopSetting] { self == .kdeLookAndFeel ? [.kdeColorScheme] : [] }

    /// Returns the value that a configuration gives in an appearance; `nil` leaves the setting
    /// alone.
    package func value(
        in appearance: Appearance, _ configuration: DesktopSettings
    ) -> String? {
        switch self {
        case .colorScheme:
            switch appearance {
            case .light:
                switch configuration.lightScheme {
                // Not resolved for a desktop.
                case .auto, .standard: "default"
                case .preferLight: "prefer-light"
                }
            case .dark, .night: "prefer-dark"
            }
        case .gtkTheme: configuration.gtkTheme[appearance]
        case .kdeColorScheme: configuration.kdeColorScheme[appearance]
        case .kdeLookAndFeel: configuration.kdeLookAndFeel[appearance]
        case .xfceTheme: configuration.xfceTheme[appearance]
        case .xfceWindowTheme: configuration.xfceWindowTheme[appearance]
        case .iconTheme, .xfceIconTheme: configuration.iconTheme[appearance]
        case .cursorTheme, .xfceCursorTheme: configuration.cursorTheme[appearance]
        // GNOME selects one of the two by color-scheme, which another setting may not follow.
        case .wallpaper, .darkWallpaper: configuration.wallpaper[appearance].map(Self.uri(ofPath:))
        }
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

    /// Returns whether a value is light or dark.
    ///
    /// A theme that is not in the configuration is judged
    /// by its name, which by custom ends in `dark` if there is a light variant.
    package func tone(of value: String, _ configuration: DesktopSettings) -> Tone {
        switch self {
        case .colorScheme: value == "prefer-dark" ? .dark : .light
        case .gtkTheme: configuration.gtkTheme.tone(of: value) ?? Self.tone(byName: value)
        case .kdeColorScheme:
            configuration.kdeColorScheme.tone(of: value) ?? Self.tone(byName: value)
        case .kdeLookAndFeel:
            configuration.kdeLookAndFeel.tone(of: value) ?? Self.tone(byName: value)
        case .xfceTheme: configuration.xfceTheme.tone(of: value) ?? Self.tone(byName: value)
        case .xfceWindowTheme:
            configuration.xfceWindowTheme.tone(of: value) ?? Self.tone(byName: value)
        case .iconTheme, .xfceIconTheme:
            configuration.iconTheme.tone(of: value) ?? Self.tone(byName: value)
        case .cursorTheme, .xfceCursorTheme:
            configuration.cursorTheme.tone(of: value) ?? Self.tone(byName: value)
        case .wallpaper, .darkWallpaper:
            Appearance.allCases.first { self.value(in: $0, configuration) == value }?.tone
                ?? Self.tone(byName: value)
        }
    }

    private static func tone(byName name: String) -> Tone {
        name.lowercased().holds("dark") ? .dark : .light
    }
}

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
    /// Plasma's global theme.
    case kdeLookAndFeel = "kdeglobals KDE LookAndFeelPackage"
    /// Plasma's colours.
    case kdeColorScheme = "kdeglobals General ColorScheme"
    /// The GTK theme in Xfce.
    case xfceTheme = "xfconf xsettings /Net/ThemeName"
    /// The window frames in Xfce.
    case xfceWindowTheme = "xfconf xfwm4 /general/theme"

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
        case .kdeColorScheme: .kdeglobals(group: "General", key: "ColorScheme")
        case .kdeLookAndFeel: .kdeglobals(group: "KDE", key: "LookAndFeelPackage")
        case .xfceTheme: .xfconf(channel: "xsettings", property: "/Net/ThemeName")
        case .xfceWindowTheme: .xfconf(channel: "xfwm4", property: "/general/theme")
        }
    }

    private static let interfaceSchema = "org.gnome.desktop.interface"

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
        }
    }

    private static func tone(byName name: String) -> Tone {
        name.lowercased().holds("dark") ? .dark : .light
    }
}

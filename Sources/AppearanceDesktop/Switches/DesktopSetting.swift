package import AppearanceModel

/// One value on the desktop that can be read, written and given back.
///
/// The raw value is its name in the ledger of what has been changed, so it stays as it is; the order
/// is that in which they are given back, for a global theme brings colours along.
package enum DesktopSetting: String, CaseIterable, Hashable, Sendable {
    /// What GTK 4, libadwaita and the portals of GNOME and GTK look at.
    case colorScheme = "gsettings org.gnome.desktop.interface color-scheme"
    /// The theme of GTK 3.
    case gtkTheme = "gsettings org.gnome.desktop.interface gtk-theme"
    /// Plasma's global theme.
    case kdeLookAndFeel = "kdeglobals KDE LookAndFeelPackage"
    /// Plasma's colours.
    case kdeColorScheme = "kdeglobals General ColorScheme"
    /// The GTK theme in Xfce.
    case xfceTheme = "xfconf xsettings /Net/ThemeName"
    /// The frames of windows in Xfce.
    case xfceWindowTheme = "xfconf xfwm4 /general/theme"

    /// Where it lies.
    package enum Place: Hashable, Sendable {
        case gsettings(schema: String, key: String)
        /// In the file `kdeglobals` of the user's configuration.
        case kdeglobals(group: String, key: String)
        case xfconf(channel: String, property: String)
    }

    /// Where it lies.
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

    /// What changes along with it.
    package var companions: [DesktopSetting] { self == .kdeLookAndFeel ? [.kdeColorScheme] : [] }

    /// The value that a configuration wants in an appearance; nil leaves alone what is there.
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

    /// Whether a value is light or dark, as far as it tells: a theme that is not in the
    /// configuration by its name, which ends in `dark` by custom where there is a light one beside
    /// it.
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

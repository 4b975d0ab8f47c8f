import AppearanceModel

extension ConfigurationSchema {
    /// The keys of `[desktop]`, in the order of the shipped file.
    static let desktopKeys: [ConfigurationKey] =
        [
            ConfigurationKey(
                "desktop.follow", \.desktop.follow, .word,
                "Whose own setting is kept in step: none; auto, that of the desktop that runs; "
                    + "gsettings, GNOME's and its kin's; kde, Plasma's; or xfce, Xfce's."),
            ConfigurationKey(
                "desktop.external", \.desktop.external, .word,
                "What becomes of somebody's turning that setting by hand: adopt, it is a mode "
                    + "until the next schedule boundary; ignore, it stays as it is until the "
                    + "appearance changes the next time."),
            ConfigurationKey(
                "desktop.light_scheme", \.desktop.lightScheme, .word,
                "What color-scheme is in GSettings when it is light: auto, prefer-light on desktops "
                    + "without a switch of their own, and default on the others."),
        ] + ThemePlace.allCases.flatMap(themeKeys)

    /// The constraints between the themes of a table: a theme for one appearance alone could never
    /// be left.
    static let themeConstraints: [KeyConstraint] = ThemePlace.allCases.flatMap { place in
        [
            KeyConstraint(\.desktop[place, .light], needs: \.desktop[place, .dark]),
            KeyConstraint(\.desktop[place, .dark], needs: \.desktop[place, .light]),
            KeyConstraint(\.desktop[place, .night], needs: \.desktop[place, .dark]),
        ]
    }

    private static func themeKeys(_ place: ThemePlace) -> [ConfigurationKey] {
        let path = "desktop.\(place.rawValue)"
        let thing = place.thing
        return [
            ConfigurationKey(
                "\(path).light", \.desktop[place, .light], .themeName,
                "\(thing) when it is light."),
            ConfigurationKey(
                "\(path).dark", \.desktop[place, .dark], .themeName,
                "\(thing) when it is dark."),
            ConfigurationKey(
                "\(path).night", \.desktop[place, .night], .themeName,
                "\(thing) at night; where empty, the one for dark."),
        ]
    }
}

/// The tables of `[desktop]` that name a theme for each appearance; the raw value is the table.
enum ThemePlace: String, CaseIterable, Sendable {
    case gtkTheme = "gtk_theme"
    case kdeColorScheme = "kde_color_scheme"
    case kdeLookAndFeel = "kde_look_and_feel"
    case xfceTheme = "xfce_theme"
    case xfceWindowTheme = "xfce_window_theme"

    /// The place of the names in the settings.
    var names: WritableKeyPath<DesktopSettings, ThemeNames> {
        switch self {
        case .gtkTheme: \.gtkTheme
        case .kdeColorScheme: \.kdeColorScheme
        case .kdeLookAndFeel: \.kdeLookAndFeel
        case .xfceTheme: \.xfceTheme
        case .xfceWindowTheme: \.xfceWindowTheme
        }
    }

    /// The subject of the names, as the beginning of a sentence.
    var thing: String {
        switch self {
        case .gtkTheme: "The theme of GTK 3 programs, through GSettings,"
        case .kdeColorScheme: "Plasma's colour scheme"
        case .kdeLookAndFeel: "Plasma's global theme, applied in the place of the colour scheme,"
        case .xfceTheme: "Xfce's style"
        case .xfceWindowTheme: "The style of Xfce's window manager"
        }
    }
}

extension DesktopSettings {
    /// The name of a theme in an appearance.
    subscript(place: ThemePlace, appearance: Appearance) -> String {
        get { self[keyPath: place.names.appending(path: appearance.name)] }
        set { self[keyPath: place.names.appending(path: appearance.name)] = newValue }
    }
}

extension Appearance {
    fileprivate var name: WritableKeyPath<ThemeNames, String> {
        switch self {
        case .light: \.light
        case .dark: \.dark
        case .night: \.night
        }
    }
}

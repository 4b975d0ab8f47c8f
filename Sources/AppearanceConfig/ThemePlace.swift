import AppearanceModel

/// The tables of `[desktop]` that name a theme for each appearance; the raw value is the table.
enum ThemePlace: String, CaseIterable, Sendable {
    case gtkTheme = "gtk_theme"
    case kdeColorScheme = "kde_color_scheme"
    case kdeLookAndFeel = "kde_look_and_feel"
    case xfceTheme = "xfce_theme"
    case xfceWindowTheme = "xfce_window_theme"

    /// Where the names go.
    var names: WritableKeyPath<DesktopSettings, ThemeNames> {
        switch self {
        case .gtkTheme: \.gtkTheme
        case .kdeColorScheme: \.kdeColorScheme
        case .kdeLookAndFeel: \.kdeLookAndFeel
        case .xfceTheme: \.xfceTheme
        case .xfceWindowTheme: \.xfceWindowTheme
        }
    }

    /// What the names are of, in a sentence.
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

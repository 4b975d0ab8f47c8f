import AppearanceModel

extension ConfigurationSchema {
    /// The tables of the desktop's own settings.
    static let desktopTables: [ConfigurationTable] =
        [
            ConfigurationTable(
                "desktop",
                "The desktop's own settings of light and dark, for programs that do not ask the "
                    + "portal. They are left alone until follow is set, as appearancectl setup does. "
                    + "The original values are kept in a restore journal, and appearancectl reset "
                    + "restores them.",
                [
                    ConfigurationKey(
                        "desktop.follow", \.desktop.follow, .word,
                        "The settings that follow the appearance: none; auto, those of the running "
                            + "desktop; gsettings, those of GNOME and its relatives; kde, Plasma's; "
                            + "or xfce, Xfce's.",
                        details: "Programs read gsettings if there is no desktop, too. Xfce's "
                            + "settings include it."),
                    ConfigurationKey(
                        "desktop.external", \.desktop.external, .word,
                        "The effect of a change of these settings by hand: adopt, it becomes the mode "
                            + "until the next boundary of the schedule at which auto would change; or "
                            + "ignore, it stays until the appearance changes.",
                        details: "If no boundary is known, adopt lasts for 12 hours."),
                    ConfigurationKey(
                        "desktop.light_scheme", \.desktop.lightScheme, .word,
                        "The value of color-scheme in GSettings while light: auto is prefer-light on "
                            + "Budgie and on desktops without a switch of their own, and default on the "
                            + "others.",
                        details:
                            "On desktops such as sway and i3, the portal passes on the values of "
                            + "both appearanced and GSettings: with default, apps would receive light "
                            + "and then no preference."),
                ])
        ] + ThemePlace.allCases.map(themeTable)

    /// The constraints between the themes of a table: a theme for one appearance alone could never be
    /// left.
    static let themeConstraints: [KeyConstraint] = ThemePlace.allCases.flatMap { place in
        [
            KeyConstraint(\.desktop[place, .light], needs: \.desktop[place, .dark]),
            KeyConstraint(\.desktop[place, .dark], needs: \.desktop[place, .light]),
            KeyConstraint(\.desktop[place, .night], needs: \.desktop[place, .dark]),
        ]
    }

    private static func themeTable(_ place: ThemePlace) -> ConfigurationTable {
        let path = "desktop.\(place.rawValue)"
        let thing = place.thing
        return ConfigurationTable(
            path,
            "\(thing). \(place.details)\(place.noun) for light needs one for dark, and vice versa.",
            [
                ConfigurationKey(
                    "\(path).light", \.desktop[place, .light], place.kind(or: "to leave it alone"),
                    "\(thing) while light."),
                ConfigurationKey(
                    "\(path).dark", \.desktop[place, .dark], place.kind(or: "to leave it alone"),
                    "\(thing) while dark."),
                ConfigurationKey(
                    "\(path).night", \.desktop[place, .night],
                    place.kind(or: "for the one for dark"), "\(thing) at night."),
            ])
    }
}

/// The tables of `[desktop]` that name a theme for each appearance; the raw value is the table.
enum ThemePlace: String, CaseIterable, Sendable {
    case gtkTheme = "gtk_theme"
    case iconTheme = "icon_theme"
    case cursorTheme = "cursor_theme"
    case wallpaper
    case kvantumTheme = "kvantum_theme"
    case qtColorScheme = "qt_color_scheme"
    case kdeColorScheme = "kde_color_scheme"
    case kdeLookAndFeel = "kde_look_and_feel"
    case xfceTheme = "xfce_theme"
    case xfceWindowTheme = "xfce_window_theme"
    case cinnamonTheme = "cinnamon_theme"

    /// The place of the names in the settings.
    var names: WritableKeyPath<DesktopSettings, ThemeNames> {
        switch self {
        case .gtkTheme: \.gtkTheme
        case .iconTheme: \.iconTheme
        case .cursorTheme: \.cursorTheme
        case .wallpaper: \.wallpaper
        case .kvantumTheme: \.kvantumTheme
        case .qtColorScheme: \.qtColorScheme
        case .kdeColorScheme: \.kdeColorScheme
        case .kdeLookAndFeel: \.kdeLookAndFeel
        case .xfceTheme: \.xfceTheme
        case .xfceWindowTheme: \.xfceWindowTheme
        case .cinnamonTheme: \.cinnamonTheme
        }
    }

    /// The subject of the names, as the beginning of a sentence.
    var thing: String {
        switch self {
        case .gtkTheme: "The theme of GTK 3 programs"
        case .iconTheme: "The desktop's icon theme"
        case .cursorTheme: "The desktop's pointer theme"
        case .wallpaper: "The desktop's background picture"
        case .kvantumTheme: "Kvantum's theme"
        case .qtColorScheme: "The colour scheme of qt5ct and qt6ct"
        case .kdeColorScheme: "Plasma's colour scheme"
        case .kdeLookAndFeel: "Plasma's global theme"
        case .xfceTheme: "Xfce's style"
        case .xfceWindowTheme: "The style of Xfce's window manager"
        case .cinnamonTheme: "The theme of Cinnamon's panel and menus"
        }
    }

    /// Further sentences about the names.
    fileprivate var details: String {
        switch self {
        case .gtkTheme: "It is set through GSettings, and in the settings of MATE and Cinnamon. "
        case .kdeColorScheme: "`plasma-apply-colorscheme --list-schemes` lists the names. "
        case .kdeLookAndFeel:
            "It replaces the colour scheme; `plasma-apply-lookandfeel --list` lists the names, such as "
                + "org.kde.breezedark.desktop. "
        case .iconTheme, .cursorTheme:
            "It is set on GNOME and its relatives, MATE, Cinnamon, Plasma and Xfce. "
        case .wallpaper:
            "It is set on GNOME and its relatives, MATE, Cinnamon, Plasma and Xfce, on every screen; by "
                + "feh on an X server with a window manager alone, and on Wayland compositors such as sway "
                + "and Hyprland by awww (or swww), hyprpaper or swaybg, the one that runs. "
        case .kvantumTheme:
            "It is written to Kvantum/kvantum.kvconfig; a program reads it when it starts. "
        case .qtColorScheme:
            "It is the path of a file such as /usr/share/qt5ct/colors/darker.conf, written to "
                + "qt5ct/qt5ct.conf and qt6ct/qt6ct.conf, those of them that exist; running programs "
                + "follow. "
        case .xfceTheme, .xfceWindowTheme, .cinnamonTheme: ""
        }
    }

    /// One of the values, as the beginning of a sentence.
    fileprivate var noun: String {
        switch self {
        case .wallpaper: "A picture"
        case .qtColorScheme: "A file"
        case .gtkTheme, .iconTheme, .cursorTheme, .kvantumTheme, .kdeColorScheme, .kdeLookAndFeel,
            .xfceTheme, .xfceWindowTheme, .cinnamonTheme:
            "A theme"
        }
    }

    /// Returns the kind of the values, whose empty text has this effect.
    fileprivate func kind(or effect: String) -> ValueKind<String> {
        switch self {
        case .wallpaper: .picturePath(or: effect)
        case .qtColorScheme: .colorSchemePath(or: effect)
        case .gtkTheme, .iconTheme, .cursorTheme, .kvantumTheme, .kdeColorScheme, .kdeLookAndFeel,
            .xfceTheme, .xfceWindowTheme, .cinnamonTheme:
            .themeName(or: effect)
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

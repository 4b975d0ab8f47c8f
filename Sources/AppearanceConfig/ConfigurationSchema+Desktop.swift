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

    /// What must hold between the themes of a table: one alone would never be left again.
    static let themeRules: [KeyConstraint] = ThemePlace.allCases.flatMap { place in
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

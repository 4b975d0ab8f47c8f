/// Which of the desktop's own settings follow, and to which values: `[desktop]`.
package struct DesktopSettings: Equatable, Sendable {
    /// Whose switch is turned.
    package enum Follow: String, CaseIterable, Sendable {
        /// Nobody's: only the portal is told.
        case none
        /// That of the desktop that runs.
        case auto
        case gsettings, kde, xfce
    }

    /// What becomes of somebody's turning the desktop's own switch.
    package enum External: String, CaseIterable, Sendable {
        /// It is a choice of the mode, until the next schedule boundary.
        case adopt
        /// It is theirs until the appearance changes the next time.
        case ignore
    }

    /// What GSettings says in light; the raw value is the value of the key there.
    package enum LightScheme: String, CaseIterable, Sendable {
        /// `default` on a desktop that writes the key itself, `prefer-light` on any other.
        case auto
        /// What GNOME's own settings write.
        case standard = "default"
        case preferLight = "prefer-light"
    }

    package var follow = Follow.none
    package var external = External.adopt
    /// The `color-scheme` of GSettings in light.
    package var lightScheme = LightScheme.auto
    /// The `gtk-theme` of GSettings, for GTK 3.
    package var gtkTheme = ThemeNames()
    /// Plasma's colour scheme.
    package var kdeColorScheme = ThemeNames(light: "BreezeLight", dark: "BreezeDark")
    /// Plasma's global theme; where it is given it is applied in the place of the colour scheme.
    package var kdeLookAndFeel = ThemeNames()
    /// Xfce's style.
    package var xfceTheme = ThemeNames(light: "Adwaita", dark: "Adwaita-dark")
    /// The style of Xfce's window manager.
    package var xfceWindowTheme = ThemeNames()

    package init() {}
}

/// The name of a theme in each appearance; empty leaves alone what is there.
package struct ThemeNames: Hashable, Sendable {
    package var light: String
    package var dark: String
    /// Empty: as in dark.
    package var night: String

    package init(light: String = "", dark: String = "", night: String = "") {
        self.light = light
        self.dark = dark
        self.night = night
    }

    /// Whether any of them is to be set at all.
    package var isEmpty: Bool { light.isEmpty && dark.isEmpty && night.isEmpty }

    /// The name in an appearance; nil leaves alone what is there.
    package subscript(appearance: Appearance) -> String? {
        let name =
            switch appearance {
            case .light: light
            case .dark: dark
            case .night: night.isEmpty ? dark : night
            }
        return name.isEmpty ? nil : name
    }

    /// What a name stands for; nil for a name that is not among them, or for both.
    package func tone(of name: String) -> Tone? {
        let tones = Set(Appearance.allCases.filter { self[$0] == name }.map(\.tone))
        return tones.count == 1 ? tones.first : nil
    }
}

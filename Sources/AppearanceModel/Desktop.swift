/// A desktop environment with settings of its own.
package enum Desktop: String, CaseIterable, Hashable, Sendable {
    case gnome, kde, xfce, mate, cinnamon, budgie, pantheon, cosmic
    /// A window manager on an X server, without a desktop; its apps read GSettings.
    case x11
    /// A Wayland compositor without a desktop, whose pictures are shown by programs on its lowest layer
    /// (wlr-layer-shell); its apps read GSettings.
    case layerShell
    /// Any other, or an unknown one; its apps read GSettings.
    case other

    /// The name of its settings in a sentence.
    package var settingsName: String {
        switch self {
        case .gnome: "GNOME's own settings"
        case .kde: "Plasma's own settings"
        case .xfce: "Xfce's own settings"
        case .mate: "MATE's own settings"
        case .cinnamon: "Cinnamon's own settings"
        case .budgie: "Budgie's own settings"
        case .pantheon: "elementary's own settings"
        case .cosmic: "COSMIC's own settings"
        case .x11, .layerShell, .other: "the desktop's own settings"
        }
    }
}

/// A value of a desktop's own light/dark setting, which has no night.
package enum Tone: String, CaseIterable, Hashable, Sendable {
    case light, dark

    /// The appearance that the value stands for.
    package var appearance: Appearance {
        switch self {
        case .light: .light
        case .dark: .dark
        }
    }
}

extension Appearance {
    /// The nearest value of a setting that has only light and dark.
    package var tone: Tone {
        switch self {
        case .light: .light
        case .dark, .night: .dark
        }
    }
}

/// The desktop's own settings that follow the appearance, and their values: `[desktop]`.
package struct DesktopSettings: Equatable, Sendable {
    /// The desktop whose settings are changed.
    package enum Follow: String, CaseIterable, Sendable {
        /// None; only the portal is updated.
        case none
        /// The running desktop.
        case auto
        case gsettings, kde, xfce
    }

    /// The reaction to a change of the desktop's own setting by the user or another program.
    package enum External: String, CaseIterable, Sendable {
        /// The change becomes the mode until the next boundary of the schedule at which `auto` would
        /// change.
        case adopt
        /// The change is left alone until the next change of the appearance.
        case ignore
    }

    /// The value of `color-scheme` in light; the raw value is the one in GSettings.
    package enum LightScheme: String, CaseIterable, Sendable {
        /// The value of the desktop that writes the key itself, otherwise `prefer-light`.
        case auto
        /// The value that GNOME's own settings write.
        case standard = "default"
        case preferLight = "prefer-light"
    }

    package var follow = Follow.none
    package var external = External.adopt
    /// The `color-scheme` of GSettings in light.
    package var lightScheme = LightScheme.auto
    /// The `gtk-theme` of GSettings, and of MATE and Cinnamon, for GTK 3.
    package var gtkTheme = ThemeNames()
    /// The icons, in the settings of the running desktop.
    package var iconTheme = ThemeNames()
    /// The pointer, in the settings of the running desktop.
    package var cursorTheme = ThemeNames()
    /// The background picture of the running desktop, as an absolute path.
    package var wallpaper = ThemeNames()
    /// The theme of Kvantum, a style of Qt's widgets.
    package var kvantumTheme = ThemeNames()
    /// The colour scheme of qt5ct and qt6ct, as an absolute path.
    package var qtColorScheme = ThemeNames()
    /// Plasma's colour scheme.
    package var kdeColorScheme = ThemeNames(light: "BreezeLight", dark: "BreezeDark")
    /// Plasma's global theme, used instead of the colour scheme if it is set.
    package var kdeLookAndFeel = ThemeNames()
    /// Xfce's style.
    package var xfceTheme = ThemeNames(light: "Adwaita", dark: "Adwaita-dark")
    /// The style of Xfce's window manager.
    package var xfceWindowTheme = ThemeNames()
    /// The theme of Cinnamon's panel and menus.
    package var cinnamonTheme = ThemeNames()

    package init() {}
}

/// The name of a theme in each appearance; an empty name leaves the setting alone.
package struct ThemeNames: Equatable, Sendable {
    package var light: String
    package var dark: String
    /// The name in night; empty to use the one in dark.
    package var night: String

    package init(light: String = "", dark: String = "", night: String = "") {
        self.light = light
        self.dark = dark
        self.night = night
    }

    /// Whether no theme is to be set in any appearance.
    package var isEmpty: Bool { light.isEmpty && dark.isEmpty && night.isEmpty }

    /// The name in an appearance; `nil` to leave the setting alone.
    package subscript(appearance: Appearance) -> String? {
        switch appearance {
        case .light: light.nonEmpty
        case .dark: dark.nonEmpty
        case .night: night.nonEmpty ?? dark.nonEmpty
        }
    }

    /// Returns these names in another form; an empty one stays empty.
    package func map(_ form: (String) -> String) -> ThemeNames {
        ThemeNames(
            light: light.isEmpty ? "" : form(light), dark: dark.isEmpty ? "" : form(dark),
            night: night.isEmpty ? "" : form(night))
    }

    /// Returns the tone that a name stands for; `nil` if it is unknown or stands for both.
    package func tone(of name: String) -> Tone? {
        let tones = Set(Appearance.allCases.filter { self[$0] == name }.map(\.tone))
        return tones.count == 1 ? tones.first : nil
    }
}

extension String {
    /// The text; `nil` if it is empty, as a variable of the environment that is set to nothing.
    package var nonEmpty: String? { isEmpty ? nil : self }
}

// The standard library's `contains` and `firstRange(of:)` link the whole regular expression engine, 1.5 MB.
extension StringProtocol where SubSequence == Substring {
    /// Returns whether another text is a part of this one, byte for byte.
    package func holds(_ part: String) -> Bool { parts(around: part) != nil }

    /// Returns the texts before and after the first occurrence of another one, byte for byte; `nil` if it
    /// does not occur.
    package func parts(around part: String) -> (before: Substring, after: Substring)? {
        let bytes = Array(part.utf8)
        guard !bytes.isEmpty else { return (self[..<startIndex], self[...]) }
        guard let start = utf8.indices.first(where: { utf8[$0...].starts(with: bytes) })
        else { return nil }
        return (self[..<start], self[utf8.index(start, offsetBy: bytes.count)...])
    }
}

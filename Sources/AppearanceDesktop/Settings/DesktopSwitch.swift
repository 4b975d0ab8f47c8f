// Every desktop has its own switch between light and dark, and its own program for it, described
// here as values: the daemon runs the programs beside its loop, `appearancectl` one after the
// other.

package import AppearanceModel

/// The way in which a desktop is switched between light and dark.
package enum DesktopSwitch: String, CaseIterable, Hashable, Sendable {
    /// GNOME and its relatives, and no desktop at all: the settings that GTK and the portals read.
    case gsettings
    case kde
    case xfce

    /// Creates the switch that a configuration selects on the running desktop; `nil` for none.
    package init?(_ follow: DesktopSettings.Follow, on desktop: Desktop) {
        switch follow {
        case .none: return nil
        case .gsettings: self = .gsettings
        case .kde: self = .kde
        case .xfce: self = .xfce
        case .auto:
            switch desktop {
            case .gnome, .mate, .cinnamon, .budgie, .pantheon, .cosmic, .x11, .layerShell, .other:
                self = .gsettings
            case .kde: self = .kde
            case .xfce: self = .xfce
            }
        }
    }

    /// Returns the settings that make the running desktop light or dark, which people change by
    /// hand.
    package func leaders(
        in configuration: DesktopSettings, on desktop: Desktop
    ) -> [DesktopSetting] {
        switch self {
        case .gsettings:
            let own: [DesktopSetting] =
                switch desktop {
                // Their own programs change the theme, and Cinnamon's also the preference.
                case .mate: configuration.gtkTheme.isEmpty ? [] : [.mateTheme]
                case .cinnamon:
                    [.cinnamonColorScheme]
                        + (configuration.gtkTheme.isEmpty ? [] : [.cinnamonTheme])
                case .budgie: [.budgieDarkTheme]
                case .pantheon: [.pantheonColorScheme]
                case .cosmic: [.cosmicIsDark]
                case .gnome, .kde, .xfce, .x11, .layerShell, .other: []
                }
            // Budgie itself sets the preference from its switch, with some delay, so nobody chose that.
            return desktop == .budgie ? own : own + [.colorScheme]
        case .kde:
            return [configuration.kdeLookAndFeel.isEmpty ? .kdeColorScheme : .kdeLookAndFeel]
        case .xfce: return [configuration.xfceTheme.isEmpty ? .colorScheme : .xfceTheme]
        }
    }

    /// Returns all settings of the switch on the running desktop, the leaders first.
    package func settings(
        in configuration: DesktopSettings, on desktop: Desktop
    ) -> [DesktopSetting] {
        let leaders = leaders(in: configuration, on: desktop)
        let ofDesktop: [DesktopSetting] =
            switch self {
            case .gsettings:
                [.colorScheme, .gtkTheme, .iconTheme, .cursorTheme] + Self.settings(of: desktop)
            case .kde: [.kdeIconTheme, .kdeCursorTheme, .kdeWallpaper]
            // Its portal is GTK's, which reads GSettings.
            case .xfce:
                [.xfceWindowTheme, .xfceIconTheme, .xfceCursorTheme, .xfceWallpaper, .colorScheme]
            }
        let others =
            ofDesktop + [.kvantumTheme, .qt5ColorScheme, .qt5Palette, .qt6ColorScheme, .qt6Palette]
        return leaders
            + others.filter { other in
                !leaders.contains(other)
                    && Appearance.allCases.contains { other.value(in: $0, configuration) != nil }
            }
    }

    /// Returns the settings of a desktop beside those of GTK.
    private static func settings(of desktop: Desktop) -> [DesktopSetting] {
        switch desktop {
        case .gnome, .budgie, .pantheon, .kde, .xfce, .cosmic, .other:
            [.wallpaper, .darkWallpaper]
        case .x11: [.x11Wallpaper]
        case .layerShell: [.layerShellWallpaper]
        case .mate: [.mateTheme, .mateIconTheme, .mateCursorTheme, .mateWallpaper]
        case .cinnamon:
            [
                .cinnamonTheme, .cinnamonIconTheme, .cinnamonCursorTheme, .cinnamonWallpaper,
                .cinnamonShellTheme,
            ]
        }
    }

    /// Returns the desktop of these settings, as far as the switch tells.
    package func desktop(of running: Desktop) -> Desktop {
        switch self {
        case .gsettings:
            switch running {
            case .gnome, .mate, .cinnamon, .budgie, .pantheon, .cosmic: running
            case .kde, .xfce, .x11, .layerShell, .other: .other
            }
        case .kde: .kde
        case .xfce: .xfce
        }
    }
}

// Every desktop has its own switch between light and dark, and its own program for it, described
// here as values: the daemon runs the programs beside its loop, `appearancectl` one after the
// other.

package import AppearanceModel

/// The way in which a desktop is switched between light and dark.
package enum DesktopSwitch: String, CaseIterable, Hashable, Sendable {
    /// GNOME and its relatives, and no desktop at all: the settings that GTK and the portals read.
    case gsettings
    /// Plasma.
    case kde
    /// Xfce.
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
            case .gnome, .mate, .cinnamon, .x11, .layerShell, .other: self = .gsettings
            case .kde: self = .kde
            case .xfce: self = .xfce
            }
        }
    }

    /// Returns the setting that makes the desktop light or dark, which people change by hand.
    package func leader(in configuration: DesktopSettings) -> DesktopSetting {
        switch self {
        case .gsettings: .colorScheme
        case .kde: configuration.kdeLookAndFeel.isEmpty ? .kdeColorScheme : .kdeLookAndFeel
        case .xfce: configuration.xfceTheme.isEmpty ? .colorScheme : .xfceTheme
        }
    }

    /// Returns all settings of the switch on the running desktop, the leader first.
    package func settings(
        in configuration: DesktopSettings, on desktop: Desktop
    ) -> [DesktopSetting] {
        let leader = leader(in: configuration)
        let ofDesktop: [DesktopSetting] =
            switch self {
            case .gsettings: [.gtkTheme, .iconTheme, .cursorTheme] + Self.settings(of: desktop)
            case .kde: [.kdeIconTheme, .kdeCursorTheme, .kdeWallpaper]
            // Its portal is GTK's, which reads GSettings.
            case .xfce:
                [.xfceWindowTheme, .xfceIconTheme, .xfceCursorTheme, .xfceWallpaper, .colorScheme]
            }
        let others =
            ofDesktop + [.kvantumTheme, .qt5ColorScheme, .qt5Palette, .qt6ColorScheme, .qt6Palette]
        return [leader]
            + others.filter { other in
                other != leader
                    && Appearance.allCases.contains { other.value(in: $0, configuration) != nil }
            }
    }

    /// Returns the settings of a desktop beside those of GTK.
    private static func settings(of desktop: Desktop) -> [DesktopSetting] {
        switch desktop {
        case .gnome, .kde, .xfce, .other: [.wallpaper, .darkWallpaper]
        case .x11: [.x11Wallpaper]
        case .layerShell: [.swaybgWallpaper]
        case .mate: [.mateTheme, .mateIconTheme, .mateCursorTheme, .mateWallpaper]
        case .cinnamon:
            [.cinnamonTheme, .cinnamonIconTheme, .cinnamonCursorTheme, .cinnamonWallpaper]
        }
    }

    /// Returns the desktop of these settings, as far as the switch tells.
    package func desktop(of running: Desktop) -> Desktop {
        switch self {
        case .gsettings: running == .gnome ? .gnome : .other
        case .kde: .kde
        case .xfce: .xfce
        }
    }
}

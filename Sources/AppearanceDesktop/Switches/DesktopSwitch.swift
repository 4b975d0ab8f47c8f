// Every desktop has its own switch between light and dark, and its own program that turns it. Here
// is which, as values: the daemon runs them beside its loop, `appearancectl` one after the other.

package import AppearanceModel

/// The way in which a desktop is turned light or dark.
package enum DesktopSwitch: String, CaseIterable, Hashable, Sendable {
    /// GNOME and its kin, and where there is no desktop at all: what GTK and the portals look at.
    case gsettings
    /// Plasma.
    case kde
    /// Xfce.
    case xfce

    /// What a configuration asks for, on the desktop that runs; nil for nothing.
    package init?(_ follow: DesktopSettings.Follow, on desktop: Desktop) {
        switch follow {
        case .none: return nil
        case .gsettings: self = .gsettings
        case .kde: self = .kde
        case .xfce: self = .xfce
        case .auto:
            switch desktop {
            case .gnome, .other: self = .gsettings
            case .kde: self = .kde
            case .xfce: self = .xfce
            }
        }
    }

    /// The setting that says whether the desktop is light or dark: the one that people turn.
    package func leader(in configuration: DesktopSettings) -> DesktopSetting {
        switch self {
        case .gsettings: .colorScheme
        case .kde: configuration.kdeLookAndFeel.isEmpty ? .kdeColorScheme : .kdeLookAndFeel
        case .xfce: configuration.xfceTheme.isEmpty ? .colorScheme : .xfceTheme
        }
    }

    /// Everything that is set by it, the leader first.
    package func settings(in configuration: DesktopSettings) -> [DesktopSetting] {
        let leader = leader(in: configuration)
        let others: [DesktopSetting] =
            switch self {
            case .gsettings: [.gtkTheme]
            case .kde: []
            // Its portal is GTK's, which asks GSettings.
            case .xfce: [.xfceWindowTheme, .colorScheme]
            }
        return [leader]
            + others.filter { other in
                other != leader
                    && Appearance.allCases.contains { other.value(in: $0, configuration) != nil }
            }
    }

    /// The desktop whose settings these are, as far as the switch tells.
    package func desktop(of running: Desktop) -> Desktop {
        switch self {
        case .gsettings: running == .gnome ? .gnome : .other
        case .kde: .kde
        case .xfce: .xfce
        }
    }
}

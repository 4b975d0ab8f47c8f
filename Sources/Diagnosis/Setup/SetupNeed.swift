internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Linux
internal import SettingsFile

/// Whether this user has set anything up to follow the appearance.
package enum SetupNeed {
    /// Returns whether nothing follows in this graphical session: not the desktop's own setting, not the
    /// apps that ask the portal, and no hook.
    ///
    /// It reads files only, and returns false outside a graphical session.
    package static func isOpen(_ environment: (String) -> String?) -> Bool {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
            environment($0)?.isEmpty == false
        }
        guard hasDisplay else { return false }
        let settings = CurrentConfiguration(ConfigurationPlace(environment)).values
        guard settings.desktop.follow == .none,
            settings.desktop.wallpaper == DesktopSettings().wallpaper
        else { return false }
        guard
            !HooksOfUser(environment, settings).catalog.entries.contains(where: { $0.state == .on })
        else { return false }
        return !(settings.portal.enabled && isRouted(environment))
    }

    private static func isRouted(_ environment: (String) -> String?) -> Bool {
        guard let routing = try? PortalRouting.ofThisSession(),
            routing.folders.desktopWithOwnSwitch == nil
        else { return false }
        return (try? routing.installation().isEmpty) ?? false
    }
}

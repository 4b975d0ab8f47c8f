package import AppearanceModel

extension Desktop {
    /// The desktop that runs, by `XDG_CURRENT_DESKTOP`.
    ///
    /// These are names divided by colons, the most particular first, such as `ubuntu:GNOME`. The
    /// case of the letters is of no account.
    ///
    /// https://specifications.freedesktop.org/desktop-entry-spec/latest/recognized-keys.html
    package init(currentDesktop names: String) {
        self =
            names.split(separator: ":")
            .lazy.compactMap { Self.known[$0.lowercased()] }.first ?? .other
    }

    /// Finds the first name, in a value of `XDG_CURRENT_DESKTOP`, of a desktop whose own portal
    /// backend publishes its own switch.
    package static func nameWithOwnSwitch(in names: String) -> String? {
        let own: Set = [
            "gnome", "kde", "x-cinnamon", "cinnamon", "budgie", "pantheon", "cosmic", "unity",
        ]
        return names.split(separator: ":").map { $0.lowercased() }.first(where: own.contains)
    }

    private static let known: [String: Desktop] = [
        "gnome": .gnome, "gnome-classic": .gnome, "gnome-flashback": .gnome, "kde": .kde,
        "xfce": .xfce,
    ]
}

extension DesktopSettings {
    /// The settings with `light_scheme = "auto"` resolved for a desktop.
    ///
    /// Where appearanced answers the portal, it says 2 (light), and the portal passes on as well what
    /// GTK's backend makes of GSettings: 0 (no preference) for `default`, 2 for `prefer-light`. So
    /// that both say the same, `prefer-light` is written there.
    /// `names` is the value of `XDG_CURRENT_DESKTOP`, `nil` or empty where it is not known.
    package func resolved(on names: String?) -> DesktopSettings {
        guard lightScheme == .auto, let names, !names.isEmpty else { return self }
        var settings = self
        let writesItself =
            Desktop(currentDesktop: names) != .other || Desktop.nameWithOwnSwitch(in: names) != nil
        settings.lightScheme = writesItself ? .standard : .preferLight
        return settings
    }
}

// A night light may be set and yet not be seen. Both desktops say so on the session bus.

extension NightLight {
    /// A truth that keeps it from being seen.
    package struct Obstacle: Hashable, Sendable {
        /// Whose property tells.
        package let busName: String
        package let path: String
        package let interface: String
        package let property: String
        /// The value that stands in the way.
        package let value: Bool
        /// What that means, for a person.
        package let words: String
    }

    /// All that may stand in its way.
    ///
    /// Of KWin's two names it has the one or the other, by its age.
    ///
    /// https://gitlab.gnome.org/GNOME/mutter/-/blob/main/data/dbus-interfaces/org.gnome.Mutter.DisplayConfig.xml
    /// https://invent.kde.org/plasma/kwin/-/blob/master/src/plugins/nightlight/org.kde.KWin.NightLight.xml
    package var obstacles: [Obstacle] {
        switch self {
        case .gnome:
            [
                Obstacle(
                    busName: "org.gnome.SettingsDaemon.Color",
                    path: "/org/gnome/SettingsDaemon/Color",
                    interface: "org.gnome.SettingsDaemon.Color",
                    property: "DisabledUntilTomorrow", value: true,
                    words: "somebody has disabled it until tomorrow"),
                Obstacle(
                    busName: "org.gnome.Mutter.DisplayConfig",
                    path: "/org/gnome/Mutter/DisplayConfig",
                    interface: "org.gnome.Mutter.DisplayConfig",
                    property: "NightLightSupported", value: false,
                    words: "the driver of these screens takes no other colours"),
            ]
        case .kwin:
            [
                ("org.kde.KWin.NightLight", "/org/kde/KWin/NightLight", "org.kde.KWin.NightLight"),
                ("org.kde.KWin", "/ColorCorrect", "org.kde.kwin.ColorCorrect"),
            ].flatMap { busName, path, interface in
                [
                    Obstacle(
                        busName: busName, path: path, interface: interface, property: "inhibited",
                        value: true, words: "it is suspended in Plasma"),
                    Obstacle(
                        busName: busName, path: path, interface: interface, property: "available",
                        value: false, words: "the driver of these screens takes no other colours"),
                ]
            }
        }
    }
}

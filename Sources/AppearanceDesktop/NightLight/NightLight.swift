package import AppearanceModel

/// A desktop's own settings that change the colours of its screens: the night lights, and GNOME's
/// magnifier.
///
/// They are used on desktops whose compositors let no other program change the colours. The raw
/// value is its name in files.
///
/// The lowest setting of both night lights is 1000 K. By the table of Ingo Thies that both use, that is all of
/// red, 18 % of green as it is encoded, which is 2 % of its light, and no blue: white becomes
/// `#ff2e00`.
///
/// https://github.com/jonls/redshift/blob/master/README-colorramp
package enum NightLight: String, CaseIterable, Hashable, Sendable {
    /// GNOME's, which gnome-settings-daemon controls and mutter shows.
    case gnome
    /// KWin's, called Night Color until Plasma 6.
    case kwin
    /// GNOME's magnifier at its normal size, which shows the luminance of each pixel in red.
    case magnifier

    package struct Setting: Hashable, Sendable {
        package let key: String
        /// The value for the target, in the form of a reading.
        package let value: String
    }

    /// The colours that a night light can show.
    package enum Target: Hashable, Sendable {
        /// As red as possible.
        case night
        /// White at a colour temperature in kelvin; not of the magnifier.
        case evening(Int)

        fileprivate var kelvin: Int {
            switch self {
            case .night: 1000
            case .evening(let kelvin): kelvin
            }
        }
    }

    /// Creates the night light of a desktop; `nil` if the desktop has none that is known.
    package init?(of desktop: Desktop) {
        switch desktop {
        case .gnome, .budgie, .pantheon: self = .gnome
        case .kde: self = .kwin
        case .xfce, .mate, .cinnamon, .cosmic, .x11, .layerShell, .other: return nil
        }
    }

    /// The name for people.
    package var name: String {
        switch self {
        case .gnome: "GNOME Night Light"
        case .kwin: "KWin Night Light"
        case .magnifier: "GNOME magnifier"
        }
    }

    /// The name of its owner on the session bus.
    package var busName: String {
        switch self {
        case .gnome, .magnifier: "org.gnome.Shell"
        case .kwin: "org.kde.KWin"
        }
    }

    /// The settings for night.
    package var settings: [Setting] { settings(for: .night) }

    /// Returns the settings for a target, in the order in which they are set, and in reverse restored: the
    /// switch is last, so that the screens change once.
    ///
    /// For gnome-settings-daemon, two equal times are the whole day. It forgets at the later time
    /// that the user disabled it until tomorrow, so the time is noon, not midnight.
    ///
    /// https://gitlab.gnome.org/GNOME/gnome-settings-daemon/-/blob/master/plugins/color/gsd-night-light.c
    /// https://invent.kde.org/plasma/kwin/-/blob/master/src/plugins/nightlight/nightlightsettings.kcfg
    package func settings(for target: Target) -> [Setting] {
        switch self {
        case .gnome:
            [
                Setting(key: "night-light-temperature", value: "uint32 \(target.kelvin)"),
                Setting(key: "night-light-schedule-from", value: "12.0"),
                Setting(key: "night-light-schedule-to", value: "12.0"),
                Setting(key: "night-light-schedule-automatic", value: "false"),
                Setting(key: "night-light-enabled", value: "true"),
            ]
        case .kwin:
            [
                Setting(key: "NightTemperature", value: "\(target.kelvin)"),
                Setting(key: "Mode", value: "Constant"),
                Setting(key: "Active", value: "true"),
            ]
        case .magnifier:
            [
                Setting(key: "mag-factor", value: "1.0"),
                Setting(key: "screen-position", value: "'full-screen'"),
                Setting(key: "lens-mode", value: "false"),
                Setting(key: "show-cross-hairs", value: "false"),
                Setting(key: "color-saturation", value: "0.0"),
                Setting(key: "contrast-red", value: "0.0"),
                Setting(key: "contrast-green", value: "0.0"),
                Setting(key: "contrast-blue", value: "0.0"),
                Setting(key: "brightness-red", value: "0.0"),
                Setting(key: "brightness-green", value: "-1.0"),
                Setting(key: "brightness-blue", value: "-1.0"),
                Setting(key: Self.magnifierSwitch, value: "true"),
            ]
        }
    }
}

extension NightLight {
    /// Other known programs that change the colours of the screen.
    ///
    /// The kernel keeps 15 characters of a name.
    package static let otherPrograms: Set = [
        "redshift", "redshift-gtk", "gammastep", "gammastep-indic", "wlsunset", "hyprsunset",
        "wl-gammarelay", "wl-gammarelay-r", "wluma", "sctd", "sunsetr",
    ]

    static let magnifierSwitch = "screen-magnifier-enabled"

    /// The setting that turns it on, the last one.
    var switchKey: String {
        switch self {
        case .gnome: "night-light-enabled"
        case .kwin: "Active"
        case .magnifier: Self.magnifierSwitch
        }
    }

    /// The setting that differs between the targets; `nil` if none does.
    var temperatureKey: String? {
        switch self {
        case .gnome: "night-light-temperature"
        case .kwin: "NightTemperature"
        case .magnifier: nil
        }
    }

    /// The value of a setting which shows that the user needs the feature.
    package struct Need: Hashable, Sendable {
        let key: String
        let value: String
        /// The meaning of that value, for a person.
        package let words: String
    }

    /// Returns the needs of the user for which nothing is changed.
    ///
    /// A night light that the user has on already has the colours of their evening.
    func needs(for target: Target) -> [Need] {
        switch (self, target) {
        case (.gnome, .night), (.kwin, .night): return []
        case (.gnome, .evening), (.kwin, .evening):
            return [Need(key: switchKey, value: "true", words: "it is on by your own settings")]
        case (.magnifier, _): break
        }
        return [
            Need(key: Self.magnifierSwitch, value: "true", words: "the magnifier is in use"),
            Need(key: "invert-lightness", value: "true", words: "the magnifier inverts colours"),
            Need(key: "high-contrast", value: "true", words: "high contrast is on"),
        ]
    }
}

// An enabled night light may not be visible. Both desktops report that on the session bus.

extension NightLight {
    /// A property that keeps the night light from being visible.
    package struct Obstacle: Hashable, Sendable {
        package let busName: String
        package let path: String
        package let interface: String
        package let property: String
        /// The value that is an obstacle.
        package let value: Bool
        /// The meaning of that value, for a person.
        package let words: String
    }

    /// The possible obstacles.
    ///
    /// KWin has one of the two names, depending on its version.
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
        case .magnifier: []
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

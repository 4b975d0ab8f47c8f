package import AppearanceModel

/// A desktop's own way of making its screens warmer at night.
///
/// It is there for desktops whose compositors let nobody else change the colours. The raw value is
/// its name in files.
///
/// The least that either knows is 1000 K. By the table of Ingo Thies that both go by, that is all of
/// red, 18 % of green as it is encoded, which is 2 % of its light, and no blue: white becomes
/// `#ff2e00`.
///
/// https://github.com/jonls/redshift/blob/master/README-colorramp
package enum NightLight: String, CaseIterable, Hashable, Sendable {
    /// That of GNOME, which gnome-settings-daemon decides on and mutter shows.
    case gnome
    /// That of KWin, which was Night Color until Plasma 6.
    case kwin

    /// One value of it.
    package struct Setting: Hashable, Sendable {
        /// Its name where it lies.
        package let key: String
        /// What turns the screens as red as they get, as a reading has it.
        package let night: String
    }

    /// That of a desktop; nil where the desktop has none that is known.
    package init?(of desktop: Desktop) {
        switch desktop {
        case .gnome: self = .gnome
        case .kde: self = .kwin
        case .xfce, .other: return nil
        }
    }

    /// What people know it as.
    package var name: String {
        switch self {
        case .gnome: "GNOME Night Light"
        case .kwin: "KWin Night Light"
        }
    }

    /// The name that its owner has on the session bus.
    package var busName: String {
        switch self {
        case .gnome: "org.gnome.Shell"
        case .kwin: "org.kde.KWin"
        }
    }

    /// What is set at night, in this order, and given back in the other: the switch is the last, so
    /// that the screens turn once.
    ///
    /// gnome-settings-daemon takes two times that are one for the whole day. It forgets at the later
    /// of them that somebody has disabled it until tomorrow, so that is noon, and not midnight.
    ///
    /// https://gitlab.gnome.org/GNOME/gnome-settings-daemon/-/blob/master/plugins/color/gsd-night-light.c
    /// https://invent.kde.org/plasma/kwin/-/blob/master/src/plugins/nightlight/nightlightsettings.kcfg
    package var settings: [Setting] {
        switch self {
        case .gnome:
            [
                Setting(key: "night-light-temperature", night: "uint32 1000"),
                Setting(key: "night-light-schedule-from", night: "12.0"),
                Setting(key: "night-light-schedule-to", night: "12.0"),
                Setting(key: "night-light-schedule-automatic", night: "false"),
                Setting(key: "night-light-enabled", night: "true"),
            ]
        case .kwin:
            [
                Setting(key: "NightTemperature", night: "1000"),
                Setting(key: "Mode", night: "Constant"),
                Setting(key: "Active", night: "true"),
            ]
        }
    }
}

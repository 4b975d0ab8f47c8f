/// All settings of a configuration file, with the built-in defaults.
///
/// AppearanceConfig has the parser and the ranges; the plain values are here, so that the engine
/// and the sensors can each use their part.
package struct Configuration: Equatable, Sendable {
    package var ambient = AmbientSettings()
    package var sensor = SensorSettings()
    package var fed = FedSettings()
    package var camera = CameraSettings()
    package var schedule = WeeklySchedule()
    package var location = LocationSettings()
    package var nightfilter = NightfilterSettings()
    package var portal = PortalSettings()
    package var desktop = DesktopSettings()
    package var hooks = HookSettings()
    package var history = HistorySettings()
    package var safety = SafetySettings()
    /// When an automatic change may come.
    package var change = SwitchSettings()
    package var notify = NotifySettings()

    package init() {}
}

/// The settings of a camera that measures light: `[camera]`.
package struct CameraSettings: Equatable, Sendable {
    /// The path or the name of the camera; empty for the first that can measure light.
    package var device = ""
    /// The least time between two measurements.
    package var atMostEvery = Microseconds.minutes(5)
    /// The factor from the number that is measured to lux.
    package var factor = 1.0

    package init() {}
}

/// The settings of notices: `[notify]`.
package struct NotifySettings: Equatable, Sendable {
    /// The automatic changes of which a notice tells.
    package enum Changes: String, CaseIterable, Sendable {
        /// The first three after the installation.
        case first
        case always
        case never
    }

    package var changes = Changes.first

    package init() {}
}

/// The settings by which light decides the appearance: `[ambient]`.
package struct AmbientSettings: Equatable, Sendable {
    package var policy = Policy.sensor
    package var thresholds = Thresholds()
    /// The thresholds for a sensor that reports percent of its range.
    package var percent = Thresholds.percent
    package var nightNeeds = NightNeeds.both
    package var reversalGap = Microseconds.seconds(60)
    /// The time constant of the smoothing.
    package var smoothing = Microseconds.seconds(3)
    package var selfLight = SelfLight()
    package var dwell = DwellSettings()

    package init() {}

    /// Returns the thresholds in a unit.
    package func thresholds(in unit: LightUnit) -> Thresholds {
        switch unit {
        case .lux: thresholds
        case .percent: percent
        }
    }
}

/// The rule by which light and schedule decide in `auto`.
package enum Policy: String, CaseIterable, Sendable {
    /// The sensor if it is trusted, otherwise the schedule.
    case sensor
    /// The darker of the two.
    case darker
    /// The lighter of the two.
    case lighter
    /// The schedule alone.
    case schedule
}

/// The inputs that must agree on night.
package enum NightNeeds: String, CaseIterable, Sendable {
    /// A dark room and the night window.
    case both
    /// A dark room alone.
    case sensor
    /// The night window alone.
    case schedule
}

/// The light of the screen itself on the sensor, in lux, by appearance.
package struct SelfLight: Equatable, Sendable {
    package var light = 0.0
    package var dark = 0.0
    package var night = 0.0

    package init() {}

    /// The light of the screen on the sensor in an appearance, in lux.
    package subscript(appearance: Appearance) -> Double {
        switch appearance {
        case .light: light
        case .dark: dark
        case .night: night
        }
    }
}

extension AmbientSettings {
    /// Two appearances between which the light that is subtracted must not swing, the lighter one first.
    package static let selfLightPairs: [(lighter: Appearance, darker: Appearance)] = [
        (.light, .dark), (.dark, .night), (.light, .night),
    ]

    /// Returns the light of the screen in the lighter of two appearances below which constant light
    /// settles; `nil` if the two do not follow each other.
    ///
    /// Of a constant reading r, the level is r - s(A) in an appearance A whose screen has the light s(A).
    /// The lighter appearance L is left at or below `down`, that is for r ≤ down + s(L), and the darker
    /// one D at or above `up`, for r ≥ up + s(D). A reading that leaves both swings for ever, and there
    /// is one if up + s(D) ≤ down + s(L). So s(L) < s(D) + up - down must hold.
    ///
    /// That is enough for three appearances too. A cycle through light leaves it downwards, so it does
    /// not return from dark, and returns from night, for r ≥ light_above + s(night). It has reached
    /// night from dark or from light. From dark the rule for dark and night forbids the way back; from
    /// light, r ≤ night_below + s(light), and then s(light) - s(night) is at least light_above -
    /// night_below, which the rules for both pairs together forbid, as night_above ≤ dark_below. Without
    /// light, a cycle is one of dark and night. Light and night follow each other by the thresholds of
    /// light and dark only if the schedule alone makes night.
    package func selfLightLimit(of lighter: Appearance, over darker: Appearance) -> Double? {
        switch (lighter, darker) {
        case (.light, .dark): selfLight.dark + thresholds.lightAbove - thresholds.darkBelow
        case (.dark, .night): selfLight.night + thresholds.nightAbove - thresholds.nightBelow
        case (.light, .night) where nightNeeds == .schedule:
            selfLight.night + thresholds.lightAbove - thresholds.darkBelow
        case (.light, _), (.dark, _), (.night, _): nil
        }
    }

    /// Whether every constant light settles with the light of the screen that is subtracted.
    package var selfLightSettles: Bool {
        Self.selfLightPairs.allSatisfy { lighter, darker in
            selfLightLimit(of: lighter, over: darker).map { selfLight[lighter] < $0 } ?? true
        }
    }
}

/// The times for which a new light level must persist: `[ambient.dwell]`.
package struct DwellSettings: Equatable, Sendable {
    package var lightToDark = Microseconds.seconds(30)
    package var darkToLight = Microseconds.seconds(15)
    package var darkToNight = Microseconds.minutes(2)
    package var nightToDark = Microseconds.seconds(10)

    package init() {}
}

/// The choice of the light sensor and its intervals: `[sensor]`.
package struct SensorSettings: Equatable, Sendable {
    package enum Source: String, CaseIterable, Sendable {
        case auto, iio, proxy, none
    }

    package var source = Source.auto
    /// The interval of readings while the light varies.
    package var poll = Microseconds.seconds(1)
    /// The interval after 30 s of steady light.
    package var pollSteady = Microseconds.seconds(5)
    /// Names or device paths of sensors that are never read.
    package var ignore: [String] = []
    /// Names or device paths of light sensors, and names of reported light, that come before all others.
    package var prefer: [String] = []

    package init() {}
}

/// Reported light: `[fed]`.
package struct FedSettings: Equatable, Sendable {
    /// The time for which reported light counts.
    package var hold = Microseconds.minutes(30)
    /// The number of these times for which the level of a connected source counts.
    package static let connectedFactor: Int64 = 4

    package init() {}

    /// The time for which the level of a connected source counts.
    package var connectedHold: Microseconds { hold * Self.connectedFactor }
}

/// The place for sunrise and sunset, and the time zone: `[location]`.
package struct LocationSettings: Equatable, Sendable {
    /// The coordinates; `nil` to use those of the time zone.
    package var coordinates: Coordinates?
    /// An IANA name; empty for the system's time zone.
    package var timeZone = ""
    /// Whether the coordinates count also while the clock is that of another part of the world.
    package var isFixed = false

    package init() {}
}

/// A place on the globe.
package struct Coordinates: Equatable, Sendable {
    /// North is positive; -90 to 90.
    package var latitudeDegrees: Double
    /// East is positive; -180 to 180.
    package var longitudeDegrees: Double

    /// A place; `nil` unless both are in range.
    package init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard (-90...90).contains(latitudeDegrees), (-180...180).contains(longitudeDegrees)
        else { return nil }
        self.latitudeDegrees = latitudeDegrees
        self.longitudeDegrees = longitudeDegrees
    }
}

/// The method of the night filter on GNOME under Wayland.
package enum GnomeMethod: String, CaseIterable, Sendable {
    /// The best one that is available.
    case auto
    /// The extension of GNOME Shell.
    case shellExtension = "extension"
    /// The settings of GNOME's magnifier.
    case magnifier
    /// The settings of GNOME's Night Light.
    case nightLight = "night-light"
    /// None.
    case off
}

/// The method of the night filter on Plasma under Wayland.
package enum PlasmaMethod: String, CaseIterable, Sendable {
    /// The best one that is available.
    case auto
    /// The effect of KWin.
    case effect
    /// The settings of KWin's Night Light.
    case nightLight = "night-light"
    /// None.
    case off
}

/// The colours of the screen in the evening: `[nightfilter.evening]`.
package struct EveningSettings: Equatable, Sendable {
    /// The hours of the evening.
    package enum When: String, CaseIterable, Sendable {
        /// Between dark and light of the schedule.
        case schedule
        /// While the appearance is dark or night.
        case dark
    }

    /// The colour temperature of white in kelvin; 0 for none.
    package var temperature = 0
    package var when = When.schedule
    /// The duration of the fade at either end.
    package var fade = Microseconds.minutes(30)

    package init() {}
}

/// The settings of the night filter: `[nightfilter]`.
package struct NightfilterSettings: Equatable, Sendable {
    /// The colours that the screen gets in the evening and at night.
    package enum Colors: Equatable, Sendable {
        case red, warm, warmAndRed
    }

    /// The strength of the tint, 0 to 1.
    package var intensity = 1.0
    /// The colour that white becomes.
    package var tint = AccentColor(red: 255, green: 0, blue: 0)
    /// The share of full brightness that white keeps at least, 0.05 to 1.
    package var floor = 0.1
    /// The duration of a fade in either direction.
    package var fade = Microseconds.seconds(3)
    /// The time between the notification and an automatic fade; zero for no notification.
    package var notice = Microseconds.minutes(2)
    /// The methods that the filter may use on GNOME.
    package var gnome = GnomeMethod.auto
    /// The methods that the filter may use on Plasma.
    package var plasma = PlasmaMethod.auto
    package var evening = EveningSettings()

    package var colors: Colors {
        evening.temperature == 0 ? .red : intensity > 0 ? .warmAndRed : .warm
    }

    package init() {}
}

/// The record of past decisions: `[history]`.
package struct HistorySettings: Equatable, Sendable {
    /// The number of days that are kept; 0 for no history.
    package var days = 30

    package init() {}
}

/// The protection of people: `[safety]`.
package struct SafetySettings: Equatable, Sendable {
    /// Whether at most three changes of the appearance in any second are published.
    package var flashGuard = true

    package init() {}
}

/// The programs that the daemon runs when the appearance changes: `[hooks]`.
package struct HookSettings: Equatable, Sendable {
    /// The hooks that run when the daemon starts.
    package enum OnStart: String, CaseIterable, Sendable {
        /// Those that have not yet succeeded in the present appearance.
        case changed
        /// All of them.
        case always
        /// None; they run at the next change.
        case never
    }

    /// The number of hooks that may run at the same time.
    package var parallel = 4
    /// The time after which a hook is ended.
    package var timeout = Microseconds.seconds(30)
    package var onStart = OnStart.changed
    /// Whether the scripts of darkman run as well.
    package var darkman = false

    package init() {}
}

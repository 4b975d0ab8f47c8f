/// Everything a configuration file can say, with the built-in defaults.
///
/// The reader and the ranges are AppearanceConfig's; this is only the noun, so that the engine
/// and the sensors can take their part of it.
package struct Configuration: Equatable, Sendable {
    package var ambient = AmbientSettings()
    package var sensor = SensorSettings()
    package var fed = FedSettings()
    package var schedule = WeeklySchedule()
    package var location = LocationSettings()
    package var nightfilter = NightfilterSettings()
    package var portal = PortalSettings()
    package var desktop = DesktopSettings()

    package init() {}
}

/// How light becomes an appearance: `[ambient]`.
package struct AmbientSettings: Equatable, Sendable {
    package var policy = Policy.sensor
    package var thresholds = Thresholds()
    /// The same for a sensor that says percent of its range.
    package var percent = Thresholds.percent
    package var nightNeeds = NightNeeds.both
    package var reversalGap = Microseconds.seconds(60)
    /// The time constant of the smoothing.
    package var smoothing = Microseconds.seconds(3)
    package var selfLight = SelfLight()
    package var dwell = DwellSettings()

    package init() {}

    /// Where light turns into an appearance, in a unit.
    package func thresholds(in unit: LightUnit) -> Thresholds {
        switch unit {
        case .lux: thresholds
        case .percent: percent
        }
    }
}

/// Who decides in `auto`.
package enum Policy: String, CaseIterable, Sendable {
    /// The sensor where it is trusted, else the schedule.
    case sensor
    /// The darker of the two.
    case darker
    /// The lighter of the two.
    case lighter
    /// The schedule alone.
    case schedule
}

/// What must agree before the screen turns red.
package enum NightNeeds: String, CaseIterable, Sendable {
    /// A dark room and the night window.
    case both
    /// A dark room alone.
    case sensor
    /// The night window alone.
    case schedule
}

/// The light that the screen itself throws on the sensor, in lux, by appearance.
package struct SelfLight: Equatable, Sendable {
    package var light = 0.0
    package var dark = 0.0
    package var night = 0.0

    package init() {}
}

/// How long light must ask for a change before it comes: `[ambient.dwell]`.
package struct DwellSettings: Equatable, Sendable {
    package var lightToDark = Microseconds.seconds(30)
    package var darkToLight = Microseconds.seconds(15)
    package var darkToNight = Microseconds.minutes(2)
    package var nightToDark = Microseconds.seconds(10)

    package init() {}
}

/// Which light sensor, and how often it is read: `[sensor]`.
package struct SensorSettings: Equatable, Sendable {
    package enum Source: String, CaseIterable, Sendable {
        case auto, iio, proxy, none
    }

    package var source = Source.auto
    /// While light moves.
    package var poll = Microseconds.seconds(1)
    /// After 30 s of steady light.
    package var pollSteady = Microseconds.seconds(5)
    /// Names or device paths that are never read.
    package var ignore: [String] = []

    package init() {}
}

/// Light levels handed in from outside: `[fed]`.
package struct FedSettings: Equatable, Sendable {
    /// How long a fed level counts.
    package var hold = Microseconds.minutes(30)

    package init() {}
}

/// Where the sun is watched from: `[location]`.
package struct LocationSettings: Equatable, Sendable {
    /// Nil: derived from the time zone.
    package var coordinates: Coordinates?
    /// An IANA name; empty for the system's.
    package var timeZone = ""

    package init() {}
}

/// A place on the globe.
package struct Coordinates: Hashable, Sendable {
    /// North is positive; -90 to 90.
    package var latitudeDegrees: Double
    /// East is positive; -180 to 180.
    package var longitudeDegrees: Double

    /// Nil unless both are in range.
    package init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard (-90...90).contains(latitudeDegrees), (-180...180).contains(longitudeDegrees)
        else { return nil }
        self.latitudeDegrees = latitudeDegrees
        self.longitudeDegrees = longitudeDegrees
    }
}

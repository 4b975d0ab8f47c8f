package import AppearanceModel

/// The settings of the engine.
package struct EngineSettings: Equatable, Sendable {
    package var ambient: AmbientSettings
    /// The time for which reported light counts.
    package var reportLifetime: Microseconds
    /// The interval of readings while the light varies.
    package var poll: Microseconds
    /// The interval of readings in steady light.
    package var pollSteady: Microseconds
    /// Whether the use of light sensors is turned off.
    package var sensorIsOff: Bool
    /// Names or device paths of light sensors that are never read.
    package var ignoredSensors: [String]
    package var schedule: Schedule

    /// The settings of the engine in a configuration, with a place and a time zone.
    package init(_ configuration: Configuration, place: Coordinates?, zone: TimeZoneRules) {
        ambient = configuration.ambient
        reportLifetime = configuration.fed.hold
        poll = configuration.sensor.poll
        pollSteady = configuration.sensor.pollSteady
        sensorIsOff = configuration.sensor.source == .none
        ignoredSensors = configuration.sensor.ignore
        schedule = Schedule(configuration.schedule, place: place, zone: zone)
    }

    /// A configuration with the same settings of the engine; those of sensors are left out.
    package var configuration: Configuration {
        var configuration = Configuration()
        configuration.ambient = ambient
        configuration.fed.hold = reportLifetime
        configuration.sensor.poll = poll
        configuration.sensor.pollSteady = pollSteady
        if sensorIsOff { configuration.sensor.source = .none }
        configuration.sensor.ignore = ignoredSensors
        configuration.schedule = schedule.settings
        return configuration
    }
}

/// The state that is saved for the next start.
package struct SavedState: Equatable, Sendable {
    package var mode: Mode
    package var until: WallTime?
    /// The desktop in whose settings the mode was chosen; `nil` if it was chosen elsewhere.
    package var chosenIn: Desktop?
    package var appearance: Appearance
    /// Whether light or schedule decided the appearance, without an override or a pause since.
    package var isAutomatic: Bool
    /// The appearance that a pause keeps, and that returns after an override; `nil` if none.
    package var held: Appearance?
    package var paused: Bool
    package var pausedUntil: WallTime?
    /// Reported light that still counts.
    package var reported: Reported?
    /// The keys of the sensors whose value has varied.
    package var movers: [String]
    package var savedAt: WallTime

    /// A reported light level with its source and time.
    package struct Reported: Equatable, Sendable {
        package var source: String
        package var lux: Lux
        package var at: WallTime

        package init(source: String, lux: Lux, at time: WallTime) {
            self.source = source
            self.lux = lux
            at = time
        }
    }

    package init(
        mode: Mode, until: WallTime?, chosenIn: Desktop? = nil, appearance: Appearance,
        isAutomatic: Bool = true, held: Appearance? = nil, paused: Bool, pausedUntil: WallTime?,
        reported: Reported? = nil, movers: [String], savedAt: WallTime
    ) {
        self.mode = mode
        self.until = until
        self.chosenIn = chosenIn
        self.appearance = appearance
        self.isAutomatic = isAutomatic
        self.held = held
        self.paused = paused
        self.pausedUntil = pausedUntil
        self.reported = reported
        self.movers = movers
        self.savedAt = savedAt
    }
}

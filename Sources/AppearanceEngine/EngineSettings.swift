package import AppearanceModel

/// What the engine decides by.
package struct EngineSettings: Equatable, Sendable {
    package var ambient: AmbientSettings
    /// How long a fed level counts.
    package var fedHold: Microseconds
    /// While light moves.
    package var poll: Microseconds
    /// While light is steady.
    package var pollSteady: Microseconds
    /// Whether no light sensor is to be used, whatever the machine has.
    package var sensorIsOff: Bool
    /// Names or device paths of light sensors that are never read.
    package var ignoredSensors: [String]
    package var schedule: Schedule

    /// The engine's part of a configuration, at a place, in a time zone.
    package init(_ configuration: Configuration, place: Coordinates?, zone: TimeZoneRules) {
        ambient = configuration.ambient
        fedHold = configuration.fed.hold
        poll = configuration.sensor.poll
        pollSteady = configuration.sensor.pollSteady
        sensorIsOff = configuration.sensor.source == .none
        ignoredSensors = configuration.sensor.ignore
        schedule = Schedule(configuration.schedule, place: place, zone: zone)
    }

    /// A configuration that says the same to the engine; what only sensors go by is left out.
    package var configuration: Configuration {
        var configuration = Configuration()
        configuration.ambient = ambient
        configuration.fed.hold = fedHold
        configuration.sensor.poll = poll
        configuration.sensor.pollSteady = pollSteady
        if sensorIsOff { configuration.sensor.source = .none }
        configuration.sensor.ignore = ignoredSensors
        configuration.schedule = schedule.settings
        return configuration
    }
}

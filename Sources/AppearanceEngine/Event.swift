package import AppearanceModel

/// An event that the engine handles.
///
/// Large and rare values are indirect, so that a reading is copied in a few words.
package enum Event: Equatable, Sendable {
    /// Every event of the startup was sent: decide and publish for the first time.
    case started
    /// A new configuration, place or time zone is in effect.
    indirect case configured(EngineSettings)
    /// A configuration is invalid, with its error; `nil` once it is fixed.
    case configurationRefused(String?)

    /// A light sensor is in use, in place of the one before; or its role has changed.
    indirect case sensorFound(key: String, SensorRole = SensorRole())
    /// The light sensor was removed, or none is in use any more.
    case sensorLost
    /// A reading of the sensor in use.
    case light(LightSample)
    /// The sensor in use failed to answer; with the time of its last valid reading.
    case lightMissed(lastValid: BootTime?)
    /// Whether the value of the sensor in use, other than zero, has been unchanged for half an hour of
    /// readings.
    case lightStuck(Bool)
    /// A program or a person reports a light level; with a connection, until it has ended.
    case lightReported(source: String, lux: Lux, connection: UInt32? = nil)
    /// A connection has ended, and the light level that it reported with it.
    case reportEnded(connection: UInt32)
    /// The light levels that were reported under a name count no more.
    case reportsEnded(source: String)
    /// Whether a client wants light levels even if they do not decide.
    case lightWanted(Bool)
    /// A program that inhibits changes asks for a level from sources that measure only on request.
    case lightRequested

    /// The user chose a mode.
    case modeChosen(Mode, end: ModeEnd?)
    /// The user asked for the other appearance.
    case toggled
    /// The desktop's own setting was changed by another program; `whileAway` if the daemon found it
    /// changed at startup.
    case switchTurned(Tone, in: Desktop, whileAway: Bool)
    /// The user paused changes.
    case paused(end: ModeEnd?)
    /// The user lets light decide nothing until an end.
    case lightPaused(end: ModeEnd)
    /// The user ended the pause, of all changes or of light.
    case resumed
    /// A program inhibits changes.
    case inhibited(cookie: UInt32, Inhibitor)
    /// A program no longer inhibits changes.
    case released(cookie: UInt32)

    /// The machine is about to be suspended.
    case suspending
    /// The announced suspend has ended, or was cancelled.
    case suspendEnded
    /// The clocks show that the machine was suspended until now, for this time.
    case suspended(Microseconds)
    /// The lid of the machine was closed, or opened.
    case lidClosed(Bool)
    /// How the user's sessions are used, together.
    case sessionUse(SessionUse)
    /// A program sees the user's presence, until it reports again or ends.
    indirect case presence(client: UInt32, PresenceReport)
    /// A program that saw the user's presence has ended.
    case presenceEnded(client: UInt32)
    /// The place or the time zone changed; the other settings are unchanged.
    indirect case scheduleChanged(Schedule)

    /// A requested time has come.
    case deadline
    /// The wall clock was set.
    case wallClockChanged
    /// The daemon is about to exit.
    case stopping
}

/// A request of the engine as data, so that a run can be recorded, compared and replayed.
package enum Effect: Equatable, Sendable {
    /// Publish a changed state.
    case publish(Snapshot)
    /// Publish a changed light level in an unchanged state.
    case publishLight(LightReading?)
    /// Send `.deadline` at this time of the boot clock, or earlier.
    case wakeAtBoot(BootTime)
    /// Send `.deadline` at this time of the wall clock; `nil` for never.
    case wakeAtWall(WallTime?)
    /// Read the sensor in use by this plan from now on.
    case poll(PollPlan)
    /// Save this for the next start.
    case save(SavedState)
}

/// The reason for which an event is rejected.
package enum Rejection: Hashable, Sendable {
    /// The event that would end it does not occur within a day and a half; with its next occurrence, if
    /// known.
    case noSuchEvent(ModeEnd, next: WallTime?)
    /// `auto` cannot have an end.
    case autoCannotEnd
    /// The limit of inhibitors is reached.
    case tooManyInhibitors(limit: Int)
}

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
    /// Names of sensors and of reported light that come before all others.
    package var preferredSources: [String]
    package var schedule: Schedule
    /// Whether at most three changes of the appearance in any second are published.
    package var flashGuard: Bool
    /// When an automatic change may come.
    package var change: SwitchSettings

    /// The settings of the engine in a configuration, with a place and a time zone.
    package init(_ configuration: Configuration, place: Coordinates?, zone: TimeZoneRules) {
        self.init(configuration, SunPlace(place, .configuration), zone: zone)
    }

    /// The settings of the engine in a configuration, with a place and a time zone.
    package init(_ configuration: Configuration, _ place: SunPlace, zone: TimeZoneRules) {
        ambient = configuration.ambient
        reportLifetime = configuration.fed.hold
        poll = configuration.sensor.poll
        pollSteady = configuration.sensor.pollSteady
        sensorIsOff = configuration.sensor.source == .none
        ignoredSensors = configuration.sensor.ignore
        preferredSources = configuration.sensor.prefer
        schedule = Schedule(configuration.schedule, place, zone: zone)
        flashGuard = configuration.safety.flashGuard
        change = configuration.change
    }

    /// A configuration with the same settings of the engine, without those that it does not use, such as those of
    /// the desktop.
    package var configuration: Configuration {
        var configuration = Configuration()
        configuration.ambient = ambient
        configuration.fed.hold = reportLifetime
        configuration.sensor.poll = poll
        configuration.sensor.pollSteady = pollSteady
        if sensorIsOff { configuration.sensor.source = .none }
        configuration.sensor.ignore = ignoredSensors
        configuration.sensor.prefer = preferredSources
        configuration.schedule = schedule.settings
        configuration.safety.flashGuard = flashGuard
        configuration.change = change
        return configuration
    }
}

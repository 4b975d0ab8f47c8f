package import AppearanceModel

/// Everything that can happen to the engine.
///
/// What is large and rare lies behind a reference, so that a reading is handed on in a few words.
package enum Event: Equatable, Sendable {
    /// All that is known at start-up has been said: decide and publish for the first time.
    case started
    /// A new configuration, place or time zone holds.
    indirect case configured(EngineSettings)
    /// A configuration could not be taken; nil when it has been mended.
    case configurationRefused(String?)

    /// The chosen light sensor is there.
    case sensorFound(key: String)
    /// The chosen light sensor is gone, or none is chosen any more.
    case sensorLost
    /// The chosen sensor's reading.
    case light(LightSample)
    /// The chosen sensor failed to answer; when it last did.
    case lightMissed(lastValid: BootTime?)
    /// The chosen sensor has said the same, and not zero, for half an hour of readings; or it no
    /// longer does.
    case lightStill(Bool)
    /// A level from something that is not a local sensor.
    case fed(source: String, lux: Lux)
    /// Whether somebody wants to see light levels even while they decide nothing.
    case lightWanted(Bool)

    /// The user chose a mode.
    case modeChosen(Mode, end: ModeEnd?)
    /// The user asked for the other appearance.
    case toggled
    /// The user asked to hold the present appearance.
    case paused(end: ModeEnd?)
    /// The user asked to go on.
    case resumed
    /// A program asked to hold the present appearance.
    case inhibited(cookie: UInt32, Inhibitor)
    /// A program lets go.
    case released(cookie: UInt32)

    /// The machine is about to be suspended.
    case suspending
    /// The suspend that was announced is over, or has come to nothing.
    case suspendEnded
    /// The clocks show that the machine was suspended until just now, for this long.
    case suspended(Microseconds)
    /// The lid of the machine was closed, or opened.
    case lidClosed(Bool)
    /// The user's session came to the foreground unlocked, or went from there.
    case sessionInUse(Bool)
    /// The place or the time zone changed; all else that was configured holds on.
    indirect case scheduleChanged(Schedule)

    /// A time that was asked for has come.
    case deadline
    /// The wall clock was set.
    case wallClockChanged
    /// The service is about to end.
    case stopping
}

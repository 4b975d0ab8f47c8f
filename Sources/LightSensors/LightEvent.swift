package import AppearanceModel

/// What a light source has to tell, on the thread of its loop.
package enum LightEvent: Equatable, Sendable {
    /// A sensor has been chosen; its key stays the same across reboots.
    case found(key: String, name: String)
    /// The chosen sensor is gone.
    case lost(name: String)
    /// Valid readings, oldest first.
    case readings([LightSample])
    /// It failed to answer: when it last did, and what is wrong.
    case missed(lastValid: BootTime?, SensorReadError)
    /// It has said the same, and not zero, for half an hour of readings; or it no longer does.
    case still(Bool)
    /// Something that a person should know.
    case warning(String)
    /// Something that a person may want to know.
    case notice(String)
}

package import AppearanceModel

/// A kind of light sensor: finds its devices, selects one of them, and reads it by a plan.
package protocol LightSource: AnyObject {
    /// Searches for devices and starts reporting. A sensor of the kernel is reported before this
    /// returns, and that of a service once it has answered.
    func start(_ handler: @escaping (LightEvent) -> Void)

    /// Reads the selected sensor by this plan from now on.
    func follow(_ plan: PollPlan)

    /// Lists every device found, selected or not; those that are not selected are read once for it.
    func list(_ answer: @escaping ([SensorListing]) -> Void)

    /// Handles that the lid of the machine was closed or opened.
    func moveLid(isClosed: Bool)

    /// Handles the engine's judgement of the selected sensor.
    func record(_ state: SensorState)

    /// The sensors that are not selected and could be.
    var standbys: [StandbySensor] { get }
}

extension LightSource {
    package func moveLid(isClosed _: Bool) {}
    package func record(_: SensorState) {}
    package var standbys: [StandbySensor] { [] }
}

/// A light sensor that is not in use and could be.
package struct StandbySensor: Equatable, Sendable {
    package var name: String
    /// Its last valid reading; `nil` if there is none.
    package var light: LightReading?
    /// The time since its last reading.
    package var age: Microseconds?
    /// Whether it would be used in place of another one.
    package var isWorking: Bool
    /// The reason for which it is not in use.
    package var why: String
}

/// An event of a light source, on the thread of its loop.
package enum LightEvent: Equatable, Sendable {
    /// A sensor was selected; its key stays the same across reboots.
    case found(key: String, name: String, SensorRole = SensorRole())
    /// The role of the selected sensor has changed, as others have appeared or gone.
    case role(key: String, SensorRole)
    /// The selected sensor is not selected any more.
    case lost(name: String, LossCause = .removed)
    /// Valid readings, oldest first.
    case readings([LightSample])
    /// A reading failed: the time of the last valid one, and the reason.
    case missed(lastValid: BootTime?, SensorReadError)
    /// The sensor is stuck: the same value, not zero, for half an hour of readings; or no longer.
    case still(Bool)
    /// A warning for the log.
    case warning(String)
    /// A notice for the log.
    case notice(String)
}

/// The reason for which a sensor is not selected any more.
package enum LossCause: Equatable, Sendable {
    /// It was removed, and there is no other one.
    case removed
    /// Another sensor replaces it, which is reported next; with the reason, as in `is gone`.
    case replaced(String)
}

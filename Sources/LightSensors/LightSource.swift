package import AppearanceModel

/// A kind of light sensor: finds its devices, selects one of them, and reads it by a plan.
package protocol LightSource: AnyObject {
    /// Searches for devices and starts reporting. A sensor of the kernel is reported before this
    /// returns, and that of a service once it has answered.
    func start(_ tell: @escaping (LightEvent) -> Void)

    /// Reads the selected sensor by this plan from now on.
    func follow(_ plan: PollPlan)

    /// Lists every device found, selected or not; those that are not selected are read once for it.
    func list(_ answer: @escaping ([SensorListing]) -> Void)
}

/// An event of a light source, on the thread of its loop.
package enum LightEvent: Equatable, Sendable {
    /// A sensor was selected; its key stays the same across reboots.
    case found(key: String, name: String)
    /// The selected sensor was removed.
    case lost(name: String)
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

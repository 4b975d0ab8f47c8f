package import AppearanceModel

/// A kind of light sensor: finds its devices, chooses one of them, and reads it as it is told.
package protocol LightSource: AnyObject {
    /// Looks for devices and begins to tell; what is there now is told before this returns.
    func start(_ tell: @escaping (LightEvent) -> Void)

    /// Reads the chosen sensor like this from now on.
    func follow(_ plan: PollPlan)

    /// Every device found, chosen or not; those that are not chosen are read once more for it.
    func list(_ answer: @escaping ([SensorListing]) -> Void)
}

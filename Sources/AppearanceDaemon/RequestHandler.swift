package import AppearanceEngine
package import AppearanceModel

/// What a publisher may ask in turn, for those who ask it: nothing flows back but events.
package protocol RequestHandler: AnyObject {
    /// The state as it stands; nil before the first decision.
    var snapshot: Snapshot? { get }
    /// The whole of the last decision, now.
    var rationale: Rationale { get }
    /// Every light sensor, once they have been looked at.
    func listSensors(_ answer: @escaping ([SensorListing]) -> Void)
    /// Leaves the desktop's own setting alone until the configuration is another.
    func leaveDesktop(_ answer: @escaping () -> Void)
    /// Hands in an event; what it changes has been published when this returns.
    func submit(_ event: Event) -> Rejection?
}

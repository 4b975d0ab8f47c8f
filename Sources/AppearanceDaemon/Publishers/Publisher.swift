package import AppearanceEngine
package import AppearanceModel

/// A way to publish the state.
///
/// It never waits, and its failures do not affect other publishers.
package protocol Publisher: AnyObject {
    /// Publishes a new state.
    func publish(_ snapshot: Snapshot)
    /// Publishes a new light level; the rest of the snapshot is unchanged.
    func publishLight(_ snapshot: Snapshot)
}

/// The requests that a publisher may make for its clients; changes are made by events only.
package protocol RequestHandler: AnyObject {
    /// The current state; `nil` before the first decision.
    var snapshot: Snapshot? { get }
    /// The complete rationale of the last decision, now.
    var rationale: Rationale { get }
    /// Lists every light sensor, after reading each of them.
    func listSensors(_ answer: @escaping ([SensorListing]) -> Void)
    /// Leaves the desktop's own settings alone until the configuration changes.
    func leaveDesktop(_ answer: @escaping () -> Void)
    /// Submits an event; its effects are published when this returns.
    func submit(_ event: Event) -> Rejection?
}

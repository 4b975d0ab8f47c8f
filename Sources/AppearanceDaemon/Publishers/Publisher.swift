package import AppearanceEngine
package import AppearanceModel
package import Linux

/// A way to publish the state.
///
/// It never waits, and its failures do not affect other publishers.
package protocol Publisher: AnyObject {
    /// Publishes a new state.
    func publish(_ snapshot: Snapshot)
    /// Publishes a new light level; the rest of the snapshot is unchanged.
    func publishLight(_ snapshot: Snapshot)
    /// Starts, once the daemon owns its name and the first state has been published.
    func start() throws(IOError)
    /// Follows another configuration.
    func configure(_ configuration: Configuration)
    /// Publishes everything again, on a new connection to the session bus.
    func reconnect()
    /// Stops for good, perhaps without having started.
    func stop()
}

// A publisher implements the steps that concern it.
extension Publisher {
    package func publishLight(_ snapshot: Snapshot) {}
    package func start() throws(IOError) {}
    package func configure(_ configuration: Configuration) {}
    package func reconnect() {}
    package func stop() {}
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

package import AppearanceModel

/// Someone who tells the world; it never waits, and a fault in it is its own.
package protocol Publisher: AnyObject {
    /// Tells of a new state.
    func publish(_ snapshot: Snapshot)
    /// Tells that the light moved; the rest of the snapshot is as it was.
    func publishLight(_ snapshot: Snapshot)
}

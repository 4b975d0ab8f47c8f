package import AppearanceEngine

/// Keeps what is to outlive a restart; it never makes anyone wait but at the end.
package protocol StateStore: AnyObject {
    /// Keeps a state in place of the one before.
    func keep(_ state: SavedState)
    /// Keeps the text of a configuration that was taken.
    func keep(configuration text: [UInt8])
    /// Waits until the last of both is kept.
    func finish()
}

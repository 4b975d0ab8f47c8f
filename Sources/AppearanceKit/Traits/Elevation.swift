/// How near to the viewer a layer lies; in the dark a nearer one is a little lighter.
public enum Elevation: String, CaseIterable, Hashable, Sendable {
    /// The ground: a window, a page.
    case base
    /// What lies above it: a dialog, a menu, a card that is dragged.
    case elevated
}

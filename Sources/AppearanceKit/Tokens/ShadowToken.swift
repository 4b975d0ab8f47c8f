/// How far something seems to lie above what is below it.
public enum ShadowToken: String, CaseIterable, Hashable, Sendable {
    /// A control.
    case sm
    /// A card.
    case md
    /// A dialog.
    case lg
}

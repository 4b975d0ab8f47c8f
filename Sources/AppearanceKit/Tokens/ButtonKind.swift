/// A button by what it does.
public enum ButtonKind: String, CaseIterable, Hashable, Sendable {
    /// What most people are here for; one on a page.
    case primary
    /// Anything else.
    case secondary
    /// What cannot be taken back.
    case destructive
}

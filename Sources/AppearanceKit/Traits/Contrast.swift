/// How far text must stand out from what is behind it.
public enum Contrast: String, CaseIterable, Hashable, Sendable {
    /// As the designer drew it.
    case standard
    /// More than that, for whoever needs it.
    case high
}

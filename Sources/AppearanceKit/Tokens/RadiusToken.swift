/// How round a corner is.
public enum RadiusToken: String, CaseIterable, Hashable, Sendable {
    /// 4 in the standard set.
    case sm
    /// 8 in the standard set.
    case md
    /// 12 in the standard set.
    case lg
    /// 16 in the standard set.
    case xl
    /// 24 in the standard set.
    case xxl
    /// So round that a row ends in half a circle.
    case full
}

/// A distance between things, from the least to the most.
public enum SpacingToken: String, CaseIterable, Hashable, Sendable {
    /// 2 in the standard set.
    case xxs
    /// 4 in the standard set.
    case xs
    /// 8 in the standard set.
    case sm
    /// 12 in the standard set.
    case md
    /// 16 in the standard set.
    case lg
    /// 24 in the standard set.
    case xl
    /// 32 in the standard set.
    case xxl
    /// 48 in the standard set.
    case xxxl
}

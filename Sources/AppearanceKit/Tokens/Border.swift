/// A line around something.
public struct Border: Hashable, Sendable {
    /// What it is drawn with.
    public var color: Color
    /// In logical pixels.
    public var width: Double
}

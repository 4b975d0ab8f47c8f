/// A card as it is to be drawn.
public struct CardStyle: Hashable, Sendable {
    /// What it is filled with.
    public let fill: Color
    /// What is around it; nil in light, where it has a shadow.
    public let border: Border?
    /// What it throws; nil where that could not be seen.
    public let shadow: Shadow?
    /// In logical pixels.
    public let cornerRadius: Double
    /// Around its content, in logical pixels.
    public let padding: Double
}

/// A button as it is to be drawn.
public struct ButtonStyle: Hashable, Sendable {
    /// What it is filled with; nil: nothing.
    public let fill: Color?
    /// What is written with.
    public let label: Color
    /// What is around it; nil: nothing.
    public let border: Border?
    /// In logical pixels.
    public let cornerRadius: Double
    /// Above and below the label, in logical pixels.
    public let paddingVertical: Double
    /// Before and after it, in logical pixels.
    public let paddingHorizontal: Double
    /// How the label is set.
    public let text: TextStyle
    /// Whether its colour says something that a sign beside the label must say too.
    public let needsSign: Bool
}

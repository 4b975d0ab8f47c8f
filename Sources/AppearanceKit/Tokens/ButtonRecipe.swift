/// A button in terms of tokens.
public struct ButtonRecipe: Hashable, Sendable {
    /// What it is filled with; nil: nothing.
    public var fill: ColorToken?
    /// What is written with.
    public var label: ColorToken
    /// What it is bordered with; nil: nothing.
    public var border: ColorToken?
    /// How wide the border is, in logical pixels.
    public var borderWidth: Double
    /// How round it is.
    public var radius: RadiusToken
    /// What is left above and below the label.
    public var paddingVertical: SpacingToken
    /// What is left before and after it.
    public var paddingHorizontal: SpacingToken
    /// How the label is set.
    public var text: TextToken

    /// A button: as wide as there is room, its label in the middle.
    public init(
        fill: ColorToken?, label: ColorToken, border: ColorToken? = nil, borderWidth: Double = 0,
        radius: RadiusToken = .lg, paddingVertical: SpacingToken = .md,
        paddingHorizontal: SpacingToken = .lg, text: TextToken = .label
    ) {
        self.fill = fill
        self.label = label
        self.border = border
        self.borderWidth = borderWidth
        self.radius = radius
        self.paddingVertical = paddingVertical
        self.paddingHorizontal = paddingHorizontal
        self.text = text
    }
}

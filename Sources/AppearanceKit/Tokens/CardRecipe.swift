/// A card in terms of tokens.
public struct CardRecipe: Hashable, Sendable {
    /// What it is filled with.
    public var fill: ColorToken
    /// What stands for the shadow where there is none.
    public var border: ColorToken
    /// How wide that is, in logical pixels.
    public var borderWidth: Double
    /// How round it is.
    public var radius: RadiusToken
    /// What is left around its content.
    public var padding: SpacingToken
    /// How far it lies above its ground.
    public var shadow: ShadowToken

    /// A card.
    public init(
        fill: ColorToken = .surfaceCard, border: ColorToken = .borderSubtle,
        borderWidth: Double = 1, radius: RadiusToken = .xl, padding: SpacingToken = .lg,
        shadow: ShadowToken = .md
    ) {
        self.fill = fill
        self.border = border
        self.borderWidth = borderWidth
        self.radius = radius
        self.padding = padding
        self.shadow = shadow
    }
}

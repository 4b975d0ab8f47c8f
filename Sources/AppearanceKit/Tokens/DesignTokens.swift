/// The decisions that an app's looks are made of, each with a name.
///
/// ```swift
/// let tokens = DesignTokens.standard.branded(accent: Color(0x0B7A4B))
///
/// window.observe { traits in
///     view.fill(tokens.color(.backgroundPrimary, in: traits))
///     view.padding = tokens.spacing(.lg)
///     button.draw(tokens.button(.primary, in: traits))
/// }
/// ```
///
/// All lengths are logical pixels.
public struct DesignTokens: Hashable, Sendable {
    /// Every colour by what it is for.
    public var palette: Palette
    /// The fonts to look for, the first that there is; the system's own by default.
    public var fontFamilies: [String]
    /// What each button is made of.
    public var buttons: [ButtonKind: ButtonRecipe]
    /// What a card is made of.
    public var card: CardRecipe

    package var spacings: [SpacingToken: Double]
    package var radii: [RadiusToken: Double]
    package var shadows: [ShadowToken: Shadow]
    package var texts: [TextToken: TextStyle]

    /// The standard set.
    public static let standard = DesignTokens()

    /// The colour to draw with.
    public func color(_ token: ColorToken, in traits: Traits) -> Color {
        palette.color(token, in: traits)
    }

    /// The colour as one that is handed around and compared by its purpose.
    public func semanticColor(_ token: ColorToken) -> SemanticColor {
        let palette = palette
        return SemanticColor(token.rawValue, DynamicColor { palette.color(token, in: $0) })
    }

    /// A distance.
    public func spacing(_ token: SpacingToken) -> Double { spacings[token] ?? 0 }

    /// The radius of a corner; for `full` it is larger than anything.
    public func radius(_ token: RadiusToken) -> Double { radii[token] ?? 0 }

    /// How a text is set.
    public func text(_ token: TextToken) -> TextStyle { texts[token] ?? TextStyle(size: 16) }

    /// A shadow; nil in the dark and at night, where a border stands for it.
    public func shadow(_ token: ShadowToken, in traits: Traits) -> Shadow? {
        traits.isLight ? shadows[token] : nil
    }

    /// What a button is drawn with.
    public func button(_ kind: ButtonKind, in traits: Traits) -> ButtonStyle {
        let recipe = buttons[kind] ?? ButtonRecipe(fill: nil, label: .accent)
        return ButtonStyle(
            fill: recipe.fill.map { color($0, in: traits) }, label: color(recipe.label, in: traits),
            border: recipe.border.map {
                Border(color: color($0, in: traits), width: recipe.borderWidth)
            },
            cornerRadius: radius(recipe.radius), paddingVertical: spacing(recipe.paddingVertical),
            paddingHorizontal: spacing(recipe.paddingHorizontal), text: text(recipe.text),
            needsSign: kind == .destructive && traits.differentiateWithoutColor)
    }

    /// What a card is drawn with: a shadow in light, a border in the dark, at high contrast both.
    public func card(in traits: Traits) -> CardStyle {
        let hasBorder = !traits.isLight || traits.contrast == .high
        return CardStyle(
            fill: color(card.fill, in: traits),
            border: hasBorder
                ? Border(color: color(card.border, in: traits), width: card.borderWidth) : nil,
            shadow: shadow(card.shadow, in: traits), cornerRadius: radius(card.radius),
            padding: spacing(card.padding))
    }
}

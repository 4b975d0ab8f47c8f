/// A colour on a background, with the minimum contrast of its purpose.
public struct ContrastPair: Hashable, Sendable {
    /// The colour.
    public let color: ColorToken
    /// The background.
    public let background: ColorToken
    /// The role of the colour, which has a minimum ratio.
    public let role: ColorRole
    /// The elevation of the layer.
    public let elevation: Elevation

    /// Creates a pair; without a role, the colour has that of its token.
    public init(
        _ color: ColorToken, on background: ColorToken, as role: ColorRole? = nil,
        elevation: Elevation = .base
    ) {
        self.color = color
        self.background = background
        self.role = role ?? color.standardRole ?? .text
        self.elevation = elevation
    }

    /// Returns the contrast ratio, 1 to 21, on a layer of the pair's elevation.
    public func ratio(of tokens: DesignTokens, in traits: Traits) -> Double {
        var traits = traits
        traits.elevation = elevation
        return tokens.color(color, in: traits).contrast(on: tokens.color(background, in: traits))
    }
}

extension DesignTokens {
    /// The pairs in use: text and icons on each background, labels on buttons, the edges of controls
    /// and cards; of the app's own tokens those of text and signs.
    ///
    /// Each pair of the standard set has the minimum of its role in every appearance and at every contrast.
    public var contrastPairs: [ContrastPair] {
        let colors: [ColorToken] = [
            .textPrimary, .textSecondary, .textTertiary, .textSuccess, .textWarning, .textError,
            .accent,
            .success, .warning, .error, .borderDefault,
        ]
        let onBackgrounds = colors.flatMap { color in
            ColorToken.backgrounds.map { ContrastPair(color, on: $0) }
        }
        let labels = ButtonKind.allCases.compactMap { kind in
            buttons[kind].flatMap { recipe in
                recipe.fill.map { ContrastPair(recipe.label, on: $0, as: .text) }
            }
        }
        let own = palette.ownTokens.flatMap { color in
            switch palette[color].role {
            case .fill: [ContrastPair]()
            case .textOnAccent: [ContrastPair(color, on: .accent, as: .textOnAccent)]
            case .sign, .text:
                ColorToken.backgrounds.map {
                    ContrastPair(color, on: $0, as: palette[color].role)
                }
            }
        }
        // The edge of a card, between the card and the layer below it.
        let edges = Elevation.allCases.flatMap { elevation in
            [card.fill, .backgroundPrimary].map {
                ContrastPair(card.border, on: $0, as: .fill, elevation: elevation)
            }
        }
        var seen: Set<ContrastPair> = []
        return (onBackgrounds + own + labels + edges).filter { seen.insert($0).inserted }
    }
}

extension Color {
    /// Returns the contrast ratio of text of this colour on a background, 1 to 21.
    ///
    /// Transparent text is blended with the background first, a transparent background with black.
    /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    public func contrast(on background: Color) -> Double {
        let background = background.blended(over: .black)
        let own = blended(over: background).relativeLuminance
        let other = background.relativeLuminance
        return (max(own, other) + 0.05) / (min(own, other) + 0.05)
    }

    /// Returns the colour blended over an opaque background.
    ///
    /// https://www.w3.org/TR/compositing-1/#simplealphacompositing
    package func blended(over background: Color) -> Color {
        func mix(_ own: Double, _ below: Double) -> Double { own * alpha + below * (1 - alpha) }
        return Color(
            red: mix(red, background.red), green: mix(green, background.green),
            blue: mix(blue, background.blue))
    }

    /// The nearest colour with eight bits a component.
    var rounded: Color {
        func round(_ part: Double) -> Double { (part * 255).rounded() / 255 }
        return Color(
            red: round(red), green: round(green), blue: round(blue), alpha: round(alpha))
    }
}

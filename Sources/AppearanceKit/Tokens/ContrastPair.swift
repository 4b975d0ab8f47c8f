public import AppearanceModel

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
    public var contrastPairs: [ContrastPair] {
        let colors: [ColorToken] = [
            .textPrimary, .textSecondary, .textTertiary, .accent, .success, .warning, .error,
            .borderDefault,
        ]
        let onBackgrounds = colors.flatMap { color in
            // The icon of an error has its colour, and its text that of text.
            ColorToken.backgrounds.map {
                ContrastPair(color, on: $0, as: color == .error ? .sign : nil)
            }
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

/// A pair of the standard set below level AA, with the reason.
///
/// There are no exceptions with high contrast.
public struct ContrastException: Equatable, Sendable {
    /// The colour.
    public let color: ColorToken
    /// The backgrounds.
    public let backgrounds: [ColorToken]
    /// The appearances.
    public let appearances: [Appearance]
    /// The minimum ratio.
    public let minimumRatio: Double
    /// The reason for the exception.
    public let reason: String

    /// The list of exceptions.
    public static let all: [ContrastException] = [
        ContrastException(
            color: .textSecondary, backgrounds: [.backgroundTertiary], appearances: [.light],
            minimumRatio: 4.3, reason: "a hint in a field; use the primary text for content"),
        ContrastException(
            color: .textTertiary, backgrounds: ColorToken.backgrounds,
            appearances: Appearance.allCases,
            minimumRatio: 2.3, reason: "hints in fields and disabled controls, which are exempt"
        ),
        ContrastException(
            color: .accent, backgrounds: ColorToken.backgrounds, appearances: [.light],
            minimumRatio: 3.2, reason: "labels of buttons, which have a border too"),
        ContrastException(
            color: .accent, backgrounds: [.backgroundTertiary, .surfaceElevated],
            appearances: [.dark],
            minimumRatio: 3.8, reason: "labels of buttons, which have a border too"),
        ContrastException(
            color: .textOnAccent, backgrounds: [.accent, .error], appearances: [.light, .dark],
            minimumRatio: 3.4, reason: "semibold labels on the shape of a button"),
        ContrastException(
            color: .success, backgrounds: ColorToken.backgrounds, appearances: [.light],
            minimumRatio: 1.8, reason: "never alone: an icon and words have the same meaning"),
        ContrastException(
            color: .warning, backgrounds: ColorToken.backgrounds, appearances: [.light],
            minimumRatio: 1.8, reason: "never alone: an icon and words have the same meaning"),
        ContrastException(
            color: .error, backgrounds: [.backgroundTertiary], appearances: [.light],
            minimumRatio: 2.9, reason: "never alone: an icon and words have the same meaning"),
        ContrastException(
            color: .borderDefault, backgrounds: ColorToken.backgrounds,
            appearances: Appearance.allCases, minimumRatio: 1.15,
            reason: "the edge of a control that also has a label"),
    ]

    /// Returns the exception for a pair in an appearance at standard contrast; `nil` if there is
    /// none.
    public static func covering(
        _ pair: ContrastPair, in appearance: Appearance
    ) -> ContrastException? {
        all.first {
            $0.color == pair.color && $0.backgrounds.contains(pair.background)
                && $0.appearances.contains(appearance)
        }
    }
}

extension Color {
    /// Returns the contrast ratio of text of this colour on a background, 1 to 21.
    ///
    /// Transparent text is blended with the background first, a transparent background with black.
    /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    public func contrast(on background: Color) -> Double {
        let background = background.over(.black)
        let own = over(background).relativeLuminance
        let other = background.relativeLuminance
        return (max(own, other) + 0.05) / (min(own, other) + 0.05)
    }

    /// Returns the colour blended over an opaque background.
    ///
    /// https://www.w3.org/TR/compositing-1/#simplealphacompositing
    func over(_ background: Color) -> Color {
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

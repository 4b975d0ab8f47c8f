/// A colour on a ground on which it is drawn, and how far it must stand out there.
public struct ContrastPair: Hashable, Sendable {
    /// What has to be told from the ground.
    public enum Purpose: Hashable, Sendable {
        /// Text of any size: 4.5 for level AA.
        case text
        /// A sign or an edge: 3. https://www.w3.org/TR/WCAG22/#non-text-contrast
        case sign

        /// The least that level AA of WCAG 2 asks for.
        public var leastRatio: Double {
            switch self {
            case .text: 4.5
            case .sign: 3
            }
        }
    }

    /// What is drawn.
    public let color: ColorToken
    /// What it is drawn on.
    public let ground: ColorToken
    /// What for.
    public let purpose: Purpose

    /// How far it stands out, 1 to 21.
    public func ratio(of tokens: DesignTokens, in traits: Traits) -> Double {
        tokens.color(color, in: traits).contrast(on: tokens.color(ground, in: traits))
    }
}

extension DesignTokens {
    /// Every pair that the set is drawn in: text on each ground, labels on buttons, signs.
    public var contrastPairs: [ContrastPair] {
        let onGrounds = [
            (ColorToken.textPrimary, ContrastPair.Purpose.text), (.textSecondary, .text),
            (.textTertiary, .text), (.accent, .text), (.success, .sign), (.warning, .sign),
            (.error, .sign),
        ].flatMap { color, purpose in
            ColorToken.grounds.map {
                ContrastPair(color: color, ground: $0, purpose: purpose)
            }
        }
        let labels = ButtonKind.allCases.compactMap { kind in
            buttons[kind].flatMap { recipe in
                recipe.fill.map {
                    ContrastPair(color: recipe.label, ground: $0, purpose: .text)
                }
            }
        }
        var seen: Set<ContrastPair> = []
        return (onGrounds + labels).filter { seen.insert($0).inserted }
    }
}

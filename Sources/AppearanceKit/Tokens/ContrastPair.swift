public import AppearanceModel

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

/// Where the standard set stands out less than level AA asks for, and why it may.
///
/// None holds with high contrast: whoever needs more has all of it there.
public struct ContrastException: Hashable, Sendable {
    /// What is drawn.
    public let color: ColorToken
    /// On which grounds.
    public let grounds: [ColorToken]
    /// In which appearances.
    public let appearances: [Appearance]
    /// What it still reaches.
    public let leastRatio: Double
    /// Why it may.
    public let reason: String

    /// The whole list.
    public static let all: [ContrastException] = [
        ContrastException(
            color: .textSecondary, grounds: [.backgroundTertiary], appearances: [.light],
            leastRatio: 4.3, reason: "a field's hint; use the primary text where it must be read"),
        ContrastException(
            color: .textTertiary, grounds: ColorToken.grounds, appearances: Appearance.allCases,
            leastRatio: 2.3, reason: "hints in empty fields and what is off, which need not be read"
        ),
        ContrastException(
            color: .accent, grounds: ColorToken.grounds, appearances: [.light],
            leastRatio: 3.2, reason: "labels of buttons, which their border marks as well"),
        ContrastException(
            color: .accent, grounds: [.backgroundTertiary, .surfaceElevated], appearances: [.dark],
            leastRatio: 3.8, reason: "labels of buttons, which their border marks as well"),
        ContrastException(
            color: .textOnAccent, grounds: [.accent, .error], appearances: [.light, .dark],
            leastRatio: 3.4, reason: "labels of buttons, semibold, on a shape that marks them"),
        ContrastException(
            color: .success, grounds: ColorToken.grounds, appearances: [.light],
            leastRatio: 1.8, reason: "never alone: a sign's shape and words say the same"),
        ContrastException(
            color: .warning, grounds: ColorToken.grounds, appearances: [.light],
            leastRatio: 1.8, reason: "never alone: a sign's shape and words say the same"),
        ContrastException(
            color: .error, grounds: [.backgroundTertiary], appearances: [.light],
            leastRatio: 2.9, reason: "never alone: a sign's shape and words say the same"),
    ]

    /// The one that a pair falls under in an appearance at standard contrast.
    public static func covering(
        _ pair: ContrastPair, in appearance: Appearance
    ) -> ContrastException? {
        all.first {
            $0.color == pair.color && $0.grounds.contains(pair.ground)
                && $0.appearances.contains(appearance)
        }
    }
}

extension Color {
    /// How far text of this colour stands out from a ground, 1 (not at all) to 21.
    ///
    /// What does not cover lets the ground through first; a ground that does not cover lies on
    /// black. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    public func contrast(on ground: Color) -> Double {
        let ground = ground.over(.black)
        let own = over(ground).relativeLuminance
        let other = ground.relativeLuminance
        return (max(own, other) + 0.05) / (min(own, other) + 0.05)
    }

    /// What is seen of it on a ground that covers.
    ///
    /// https://www.w3.org/TR/compositing-1/#simplealphacompositing
    func over(_ ground: Color) -> Color {
        func mix(_ own: Double, _ below: Double) -> Double { own * alpha + below * (1 - alpha) }
        return Color(
            red: mix(red, ground.red), green: mix(green, ground.green),
            blue: mix(blue, ground.blue))
    }

    /// The nearest that can be written in eight bits a part.
    var rounded: Color {
        func round(_ part: Double) -> Double { (part * 255).rounded() / 255 }
        return Color(
            red: round(red), green: round(green), blue: round(blue), alpha: round(alpha))
    }
}

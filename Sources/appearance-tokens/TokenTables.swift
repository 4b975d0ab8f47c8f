internal import AppearanceKit
internal import AppearanceTokens
internal import Console

/// The table of colours in every appearance.
struct PaletteTable {
    let tokens: DesignTokens
    /// The set whose light and dark values are shown beside; `nil` for none.
    let other: DesignTokens?
    /// Whether a swatch precedes each number.
    let hasSwatches: Bool

    var lines: [StyledLine] {
        let width = (tokens.palette.tokens.map(\.rawValue.count).max() ?? 0) + 2
        let head =
            "COLOUR".padded(to: width)
            + TraitMatrix.traits.map {
                TraitMatrix.name($0).padded(to: hasSwatches ? 13 : 10)
            }.joined() + (other == nil ? "" : "in the article: light, dark")
        return [StyledLine(head.trimmed, .strong)]
            + tokens.palette.tokens.map { token in
                TraitMatrix.traits.reduce(StyledLine(token.rawValue.padded(to: width))) {
                    $0
                        + cell(
                            tokens.color(token, in: $1),
                            isLast: $1 == TraitMatrix.traits.last && other == nil)
                } + StyledLine(otherValues(token))
            }
    }

    /// Returns the light and the dark value of the other set; empty if they are the same.
    private func otherValues(_ token: ColorToken) -> String {
        guard let values = other?.palette[token] else { return "" }
        let own = tokens.palette[token]
        guard values.light != own.light || values.dark != own.dark else { return "the same" }
        return "\(values.light) \(values.dark)"
    }

    private func cell(_ color: Color, isLast: Bool) -> StyledLine {
        let number = StyledLine(isLast ? color.description : color.description.padded(to: 10))
        return hasSwatches
            ? StyledLine("  ", color.swatch) + StyledLine(" ") + number : number
    }
}

/// The table of the contrast of every pair in every appearance: ratio, level, and Lc.
struct ContrastTable {
    let tokens: DesignTokens

    private static let columnWidth = 14

    var lines: [StyledLine] {
        let pairs = tokens.contrastPairs
        let width = (pairs.map { Self.name($0).count }.max() ?? 0) + 2
        let head =
            "CONTRAST".padded(to: width)
            + TraitMatrix.traits.map { TraitMatrix.name($0).padded(to: Self.columnWidth) }.joined()
        let rows = pairs.map { pair in
            Self.name(pair).padded(to: width)
                + TraitMatrix.traits.map { cell(pair, $0).padded(to: Self.columnWidth) }.joined()
        }
        let low = pairs.reduce(0) { count, pair in
            count
                + TraitMatrix.traits.count {
                    pair.ratio(of: tokens, in: $0) < pair.role.minimumRatio
                }
        }
        let note =
            low == 0
            ? "Every pair has level AA of WCAG 2."
            : "\(low.counted("pair")) below level AA of WCAG 2: \(low == 1 ? "it is" : "they are") marked low."
        return [StyledLine(head.trimmed, .strong)] + rows.map { StyledLine($0.trimmed) }
            + [StyledLine(""), StyledLine(note, .strong)]
    }

    static func name(_ pair: ContrastPair) -> String {
        "\(pair.color.rawValue) on \(pair.background.rawValue)"
            + (pair.elevation == .elevated ? ", elevated" : "")
    }

    /// Returns a ratio with two decimals, never rounded up to a level.
    static func text(_ ratio: Double) -> String {
        let rounded = Int((ratio * 100).rounded())
        let isTooMuch = [300, 450, 700].contains { ratio * 100 < Double($0) && rounded >= $0 }
        let hundredths = isTooMuch ? rounded - 1 : rounded
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    private func cell(_ pair: ContrastPair, _ traits: Traits) -> String {
        let ratio = pair.ratio(of: tokens, in: traits)
        let level: String
        switch pair.role {
        case _ where ratio < pair.role.minimumRatio: level = " low"
        case .fill: level = ""
        case .sign: level = " AA"
        case .text, .textOnAccent: level = ratio >= 7 ? " AAA" : " AA"
        }
        return
            "\(Self.text(ratio))\(level) \(Int(abs(pair.lightnessContrast(of: tokens, in: traits)).rounded()))"
    }
}

/// The table of the tokens that the set does not have.
struct OtherTable {
    let tokens: [OtherToken]

    var lines: [StyledLine] {
        guard !tokens.isEmpty else { return [] }
        var table = Table()
        for token in tokens {
            let light = token.css(in: Traits()) ?? "no value in CSS: \(token.problem ?? "")"
            let dark = token.css(in: Traits(appearance: .dark))
            let value = dark == nil || dark == light ? light : "\(light), in dark \(dark ?? "")"
            table.add(token.path, token.type ?? "no type", value)
        }
        return [StyledLine("OTHER TOKENS", .strong)] + table.lines.map { StyledLine($0) }
    }
}

/// The table of distances, radii, shadows and fonts.
struct ScaleTable {
    let tokens: DesignTokens

    var lines: [String] {
        var table = Table()
        table.add("spacing", row(SpacingToken.allCases) { tokens.spacing($0).plain })
        table.add("radius", row(RadiusToken.allCases) { tokens.radius($0).plain })
        table.add(
            "shadow",
            row(ShadowToken.allCases) { token in
                guard let shadow = tokens.shadow(token, in: Traits()) else { return "none" }
                return "\(shadow.offsetY.plain) down, \(shadow.blur.plain) soft, "
                    + "\(Int((shadow.color.alpha * 100).rounded())) %"
            } + "  (in light; a border otherwise)")
        table.add(
            "text",
            row(TextToken.allCases) {
                let style = tokens.text($0, in: Traits())
                return "\(style.size.plain)/\(style.weight)"
            } + "  (heavier at night and with more contrast)")
        return table.lines
    }

    private func row<Token: RawRepresentable<String>>(
        _ tokens: [Token], _ value: (Token) -> String
    ) -> String {
        tokens.map { "\($0.rawValue) \(value($0))" }.joined(separator: "  ")
    }
}

/// The six combinations of appearance and contrast, in the order of the tables.
enum TraitMatrix {
    static let traits: [Traits] = Contrast.allCases.flatMap { contrast in
        Appearance.allCases.map { Traits(appearance: $0, contrast: contrast) }
    }

    /// Returns the name of a combination: `light`, or `light+` with more contrast.
    static func name(_ traits: Traits) -> String {
        traits.appearance.rawValue + (traits.contrast == .high ? "+" : "")
    }
}

extension Color {
    fileprivate var swatch: StyledLine.Style {
        func part(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
        return .background(red: part(red), green: part(green), blue: part(blue))
    }
}

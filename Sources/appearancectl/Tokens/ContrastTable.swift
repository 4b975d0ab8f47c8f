internal import AppearanceKit

/// The contrast of every pair on every ground, for `tokens show`.
struct ContrastTable {
    let tokens: DesignTokens

    var lines: [StyledLine] {
        let width = (tokens.contrastPairs.map { Self.name($0).count }.max() ?? 0) + 2
        let head =
            "CONTRAST".padded(to: width)
            + TraitMatrix.traits.map { TraitMatrix.name($0).padded(to: 11) }.joined()
        var reasons: [String] = []
        let rows = tokens.contrastPairs.map { pair in
            Self.name(pair).padded(to: width)
                + TraitMatrix.traits.map { cell(pair, $0, &reasons).padded(to: 11) }.joined()
        }
        let notes = reasons.enumerated().map { "  \($0 + 1)  \($1)" }
        return [StyledLine(head.trimmed, .strong)] + rows.map { StyledLine($0.trimmed) }
            + (notes.isEmpty
                ? [] : [StyledLine(""), StyledLine("Below level AA of WCAG 2", .strong)])
            + notes.map { StyledLine($0) }
    }

    static func name(_ pair: ContrastPair) -> String {
        "\(pair.color.rawValue) on \(pair.ground.rawValue)"
    }

    /// Two digits behind the point, as contrast is always written; never rounded up to a level.
    static func text(_ ratio: Double) -> String {
        let rounded = Int((ratio * 100).rounded())
        let isTooMuch = [300, 450, 700].contains { ratio * 100 < Double($0) && rounded >= $0 }
        let hundredths = isTooMuch ? rounded - 1 : rounded
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    private func cell(
        _ pair: ContrastPair, _ traits: Traits, _ reasons: inout [String]
    ) -> String {
        let ratio = pair.ratio(of: tokens, in: traits)
        let text = Self.text(ratio)
        guard ratio < pair.purpose.leastRatio else {
            return pair.purpose == .text && ratio >= 7 ? text + " AAA" : text + " AA"
        }
        let exception =
            traits.contrast == .standard
            ? ContrastException.covering(pair, in: traits.appearance) : nil
        let isCovered = exception.map { ratio >= $0.leastRatio } ?? false
        let reason =
            isCovered ? exception?.reason ?? "" : "a mistake: nobody has said why it may"
        let number = reasons.firstIndex(of: reason) ?? reasons.count
        if number == reasons.count { reasons.append(reason) }
        return "\(text) (\(number + 1))"
    }
}

internal import AppearanceKit

/// Every colour on every ground, for `tokens show`.
struct PaletteTable {
    let tokens: DesignTokens
    /// Whether each number has its colour before it.
    let hasSwatches: Bool

    var lines: [StyledLine] {
        let width = (ColorToken.allCases.map(\.rawValue.count).max() ?? 0) + 2
        let head =
            "COLOUR".padded(to: width)
            + TraitMatrix.traits.map {
                TraitMatrix.name($0).padded(to: hasSwatches ? 13 : 10)
            }.joined()
        return [StyledLine(head.trimmed, .strong)]
            + ColorToken.allCases.map { token in
                TraitMatrix.traits.reduce(StyledLine(token.rawValue.padded(to: width))) {
                    $0 + cell(tokens.color(token, in: $1), isLast: $1 == TraitMatrix.traits.last)
                }
            }
    }

    private func cell(_ color: Color, isLast: Bool) -> StyledLine {
        let number = StyledLine(isLast ? color.description : color.description.padded(to: 10))
        return hasSwatches ? StyledLine("  ", .ground(color)) + StyledLine(" ") + number : number
    }
}

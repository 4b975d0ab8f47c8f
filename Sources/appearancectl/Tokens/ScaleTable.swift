internal import AppearanceKit

/// Distances, radii, shadows and type, a line for each, for `tokens show`.
struct ScaleTable {
    let tokens: DesignTokens

    var lines: [String] {
        var table = Table()
        table.add("spacing", row(SpacingToken.allCases) { text(tokens.spacing($0)) })
        table.add("radius", row(RadiusToken.allCases) { text(tokens.radius($0)) })
        table.add(
            "shadow",
            row(ShadowToken.allCases) { token in
                guard let shadow = tokens.shadow(token, in: Traits()) else { return "none" }
                return "\(text(shadow.offsetY)) down, \(text(shadow.blur)) soft, "
                    + "\(Int((shadow.color.alpha * 100).rounded())) %"
            } + "  (light alone; a border elsewhere)")
        table.add(
            "text",
            row(TextToken.allCases) {
                "\(text(tokens.text($0).size))/\(tokens.text($0).weight)"
            })
        return table.lines
    }

    private func row<Token: RawRepresentable<String>>(
        _ tokens: [Token], _ value: (Token) -> String
    ) -> String {
        tokens.map { "\($0.rawValue) \(value($0))" }.joined(separator: "  ")
    }

    private func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

import AppearanceKit

extension SemanticColor {
    static let ground = SemanticColor("ground", light: Color(0xFAF7F0), dark: Color(0x16161A))
    static let text = SemanticColor(
        "text", light: Color(0x1A1A1A), dark: Color(0xE6E6E6), as: .text)
    static let accent = SemanticColor(
        "accent", light: Color(0x0060C0), dark: Color(0x5AB0FF), as: .text)
}

extension Traits {
    /// Text on a ground, for a terminal of 24-bit colour.
    func painted(_ text: String, _ color: SemanticColor, on ground: SemanticColor) -> String {
        func code(_ layer: Int, _ color: Color) -> String {
            let parts = [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
            return "\u{1B}[\(layer);2;\(parts[0]);\(parts[1]);\(parts[2])m"
        }
        return code(48, ground.resolved(in: self)) + code(38, color.resolved(in: self)) + text
            + "\u{1B}[0m"
    }
}

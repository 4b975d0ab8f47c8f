internal import AppearanceKit

/// A line of which parts have a colour, where there are colours.
struct StyledLine: Equatable {
    /// What a colour says; it never says what the words do not.
    enum Style: Equatable {
        case plain, strong, bad, doubtful, good, faint
        /// On a ground of this colour, for a terminal that has them all.
        case ground(Color)

        /// As ECMA-48 selects it.
        fileprivate var code: String {
            switch self {
            case .plain: ""
            case .strong: "1"
            case .bad: "1;31"
            case .doubtful: "1;33"
            case .good: "1;32"
            case .faint: "2"
            case .ground(let color):
                "48;2;"
                    + [color.red, color.green, color.blue]
                    .map { String(Int(($0 * 255).rounded())) }.joined(separator: ";")
            }
        }
    }

    struct Part: Equatable {
        let text: String
        let style: Style
    }

    private(set) var parts: [Part]

    init(_ text: String, _ style: Style = .plain) { parts = [Part(text: text, style: style)] }

    static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    /// The parts as a terminal takes them, each made harmless by `clean` before.
    func text(coloured: Bool, _ clean: (String) -> String) -> String {
        parts.map { part in
            let text = clean(part.text)
            guard coloured, part.style != .plain else { return text }
            return "\u{1B}[\(part.style.code)m\(text)\u{1B}[0m"
        }.joined()
    }
}

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

/// Lines of columns, each as wide as its widest cell; the last one runs on.
struct Table {
    private(set) var rows: [[String]] = []

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// The lines, with two blanks between columns and none at the end.
    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.count > column + 1 ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column + 1 == row.count ? cell : cell.padded(to: widths[column])
            }.joined(separator: "  ")
        }
    }
}

extension String {
    /// The text with blanks after it, at least so many characters wide.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// Prose in lines of a width.
enum Paragraph {
    /// The lines; a word longer than the width has one of its own.
    static func lines(_ text: String, width: Int) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { paragraph in
            var lines: [String] = []
            for word in paragraph.split(separator: " ") {
                if let last = lines.last, last.count + 1 + word.count <= width {
                    lines[lines.count - 1] = last + " " + word
                } else {
                    lines.append(String(word))
                }
            }
            return lines
        }
    }
}

internal import AppearanceKit

/// A line whose parts may have a colour.
struct StyledLine: Equatable {
    /// The style of a part; it repeats the meaning of the words.
    enum Style: Equatable {
        case plain, strong, bad, doubtful, good, faint
        /// A background of this colour, for a terminal with 24-bit colour.
        case background(Color)

        /// The parameters of the ECMA-48 sequence.
        fileprivate var code: String {
            switch self {
            case .plain: ""
            case .strong: "1"
            case .bad: "1;31"
            case .doubtful: "1;33"
            case .good: "1;32"
            case .faint: "2"
            case .background(let color):
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

    /// Returns the line for a terminal, with each part passed through `clean` first.
    func text(coloured: Bool, _ clean: (String) -> String) -> String {
        parts.map { part in
            let text = clean(part.text)
            guard coloured, part.style != .plain else { return text }
            return "\u{1B}[\(part.style.code)m\(text)\u{1B}[0m"
        }.joined()
    }
}

/// A table whose columns are as wide as their widest cell; the last one is not padded.
struct Table {
    private(set) var rows: [[String]] = []

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// The lines, with two spaces between columns.
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
    /// Returns the text padded with spaces to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// Word wrap.
enum Paragraph {
    /// Returns the lines of a text; a word longer than the width has a line of its own.
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

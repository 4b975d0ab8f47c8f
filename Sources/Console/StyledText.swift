internal import Linux

/// A line whose parts may have a colour.
package struct StyledLine: Equatable {
    /// The style of a part; it repeats the meaning of the words.
    package enum Style: Equatable {
        case plain, strong, bad, doubtful, good, faint
        case light, dark, night
        /// A background of this colour, for a terminal with 24-bit colour.
        case background(red: UInt8, green: UInt8, blue: UInt8)

        /// Text on a black or white background, for a terminal with 24-bit colour.
        case onBlack, onWhite

        /// The parameters of the ECMA-48 sequence.
        fileprivate var code: String {
            switch self {
            case .plain: ""
            case .strong: "1"
            case .bad: "1;31"
            case .doubtful: "1;33"
            case .good: "1;32"
            case .faint: "2"
            case .light: "33"
            case .dark: "36"
            case .night: "31"
            case .onBlack: "38;2;160;160;160;48;2;0;0;0"
            case .onWhite: "38;2;0;0;0;48;2;255;255;255"
            case .background(let red, let green, let blue): "48;2;\(red);\(green);\(blue)"
            }
        }
    }

    package struct Part: Equatable {
        package let text: String
        package let style: Style
    }

    package private(set) var parts: [Part]

    package init(_ text: String, _ style: Style = .plain) {
        parts = [Part(text: text, style: style)]
    }

    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    package var withoutTrailingSpaces: StyledLine {
        var line = self
        while let last = line.parts.last {
            let text = String(last.text.reversed().drop { $0 == " " }.reversed())
            line.parts.removeLast()
            guard text.isEmpty else {
                line.parts.append(Part(text: text, style: last.style))
                break
            }
        }
        return line
    }

    /// Returns lines of at most `width` characters, and 20 at least, with breaks between words.
    ///
    /// The lines below the first begin where its last column does, as two spaces separate columns. A word that does
    /// not fit has a line of its own.
    package func wrapped(to width: Int) -> [StyledLine] {
        let width = max(width, 20)
        let cells = parts.flatMap { part in part.text.map { (character: $0, style: part.style) } }
        guard cells.count > width, !cells.contains(where: \.character.isNewline) else {
            return [self]
        }
        let text = cells.map(\.character)
        let indent =
            (2..<max(2, min(text.count, width / 2 + 1))).last {
                text[$0 - 2] == " " && text[$0 - 1] == " " && text[$0] != " "
            } ?? 0
        var lines: [StyledLine] = []
        var start = 0
        while start < text.count {
            let margin = start == 0 ? 0 : indent
            let first = start == 0 ? max(indent, text.prefix { $0 == " " }.count) : start
            let end = start + width - margin
            let stop =
                end >= text.count
                ? text.count
                : text[min(first + 1, end)...end].lastIndex(of: " ")
                    ?? text[end...].firstIndex(of: " ") ?? text.count
            lines.append(Self.line(cells[start..<stop], indentedBy: margin))
            start = text[stop...].firstIndex { $0 != " " } ?? text.count
        }
        return lines
    }

    private static func line(
        _ cells: ArraySlice<(character: Character, style: Style)>, indentedBy margin: Int
    ) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: margin))
        var rest = cells
        while let style = rest.first?.style {
            let run = rest.prefix { $0.style == style }
            line = line + StyledLine(String(run.map(\.character)), style)
            rest = rest.dropFirst(run.count)
        }
        return line.withoutTrailingSpaces
    }

    /// Returns the line for a terminal, with each part passed through `clean` first.
    package func text(coloured: Bool, _ clean: (String) -> String) -> String {
        parts.map { part in
            let text = clean(part.text)
            guard coloured, part.style != .plain else { return text }
            return "\u{1B}[\(part.style.code)m\(text)\u{1B}[0m"
        }.joined()
    }
}

/// A table whose columns are as wide as their widest cell; the last one is not padded.
package struct Table {
    private var rows: [[String]] = []

    package init(_ rows: [[String]] = []) { self.rows = rows }

    /// Adds a row; a line break in a cell, such as one of a file name, is a blank.
    package mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row of any number of cells.
    package mutating func add(_ cells: [String]) { rows.append(cells.map(\.withoutControls)) }

    /// The lines, with two spaces between columns.
    package var lines: [String] {
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
    /// The first line of a foreign text, at most 200 characters.
    package var excerpt: String {
        let line = String(prefix { !$0.isNewline })
        return line.count > 200 ? line.prefix(200) + "…" : line
    }

    package var trimmed: String { trimming(\.isWhitespace) }

    /// Returns the text without certain characters around it.
    package func trimming(_ isDropped: (Character) -> Bool) -> String {
        String(drop(while: isDropped).reversed().drop(while: isDropped).reversed())
    }

    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// The text as one word of a shell, quoted if necessary.
    package var shellWord: String {
        let plain = allSatisfy {
            ($0.isASCII && ($0.isLetter || $0.isNumber)) || "/._-+:,@%".contains($0)
        }
        guard plain, !isEmpty else {
            let isOneLine = withoutControls == self
            return isOneLine ? "'" + replacing("'", with: "'\\''") + "'" : "$'\(escaped)'"
        }
        return self
    }

    /// The text between `$'` and `'` of a shell, on one line.
    private var escaped: String {
        unicodeScalars.map { scalar in
            let text = String(scalar)
            if scalar == "'" || scalar == "\\" { return "\\" + text }
            guard text.withoutControls != text else { return text }
            return text.utf8.map { byte in
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }.joined()
        }.joined()
    }
}

extension Int {
    /// Returns the number with its noun: `1 change`, `2 changes`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

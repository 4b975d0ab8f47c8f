/// The lines of a Swift source without comments, and the calls around a position.
struct SwiftText {
    let lines: [String]

    init(_ text: String) {
        var (isInBlock, isInLongText) = (false, false)
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in Self.withoutComment(line, &isInBlock, &isInLongText) }
    }

    private static func withoutComment(
        _ line: Substring, _ isInBlock: inout Bool, _ isInLongText: inout Bool
    ) -> String {
        var code = ""
        var isInString = false
        var rest = line[...]
        while let first = rest.first {
            if isInBlock {
                if rest.hasPrefix("*/") {
                    isInBlock = false
                    rest = rest.dropFirst()
                }
            } else if isInString || isInLongText, first == "\\" {
                code += rest.prefix(2)
                rest = rest.dropFirst()
            } else if !isInString, rest.hasPrefix("\"\"\"") {
                isInLongText.toggle()
                code += rest.prefix(3)
                rest = rest.dropFirst(2)
            } else if isInLongText {
                code.append(first)
            } else if !isInString, rest.hasPrefix("//") {
                return code
            } else if !isInString, rest.hasPrefix("/*") {
                isInBlock = true
                rest = rest.dropFirst()
            } else {
                if first == "\"" { isInString.toggle() }
                code.append(first)
            }
            rest = rest.dropFirst()
        }
        return code
    }

    /// The calls that define colours.
    private static let definitions: Set<Substring> = [
        "DynamicColor", "SemanticColor", "ColorValues", "Palette", "branded", "NightStyle",
        "NightFilter", "elevated", "highContrast", "Shadow",
    ]

    /// Returns whether a position is in an argument or a closure of a call that defines a colour.
    func isDefinition(_ index: Int, _ range: Range<String.Index>) -> Bool {
        var depth = 0
        var text = lines[index][..<range.lowerBound]
        // A definition is rarely longer than this.
        for above in stride(from: index, through: max(0, index - 20), by: -1) {
            if above < index { text = lines[above][...] }
            while let last = text.last {
                text = text.dropLast()
                if last == ")" || last == "}" { depth += 1 }
                guard last == "(" || last == "{" else { continue }
                guard depth == 0 else {
                    depth -= 1
                    continue
                }
                let callee = last == "(" ? text : Self.calleeOfClosure(text)
                let name = callee.reversed().prefix { $0.isLetter || $0.isNumber }
                if Self.definitions.contains(Substring(String(name.reversed()))) { return true }
            }
        }
        return false
    }

    /// Returns the text up to the end of a callee, before the arguments that precede a closure.
    private static func calleeOfClosure(_ text: Substring) -> Substring {
        var text = text
        while text.last == " " { text = text.dropLast() }
        guard text.last == ")" else { return text }
        var depth = 0
        while let last = text.popLast() {
            if last == ")" { depth += 1 }
            if last == "(" { depth -= 1 }
            if depth == 0 { break }
        }
        return text
    }

    /// Two arguments, `light` and `dark`, of one call.
    struct LightAndDark {
        /// The index of the line of the first.
        var index: Int
        /// The column of the first, from 1.
        var column: Int
        var light: String
        var dark: String
    }

    /// The calls with a value for light and one for dark, which may span lines.
    var lightAndDark: [LightAndDark] {
        lines.indices.flatMap { index in
            lines[index].ranges(of: "light:").compactMap { range in
                // A call is rarely longer than this.
                var rest = lines[index...].prefix(10).joined(separator: "\n")[...]
                rest = rest.dropFirst(
                    lines[index].distance(from: lines[index].startIndex, to: range.upperBound))
                guard let light = Self.argument(&rest), rest.hasPrefix("dark:") else { return nil }
                rest = rest.dropFirst("dark:".count)
                guard let dark = Self.argument(&rest) else { return nil }
                let column = lines[index].distance(
                    from: lines[index].startIndex, to: range.lowerBound)
                return LightAndDark(index: index, column: column + 1, light: light, dark: dark)
            }
        }
    }

    /// Removes an argument and the comma after it; returns it without whitespace.
    private static func argument(_ text: inout Substring) -> String? {
        var depth = 0
        var argument = ""
        while let next = text.first {
            if "([{".contains(next) { depth += 1 }
            if ")]}".contains(next) { depth -= 1 }
            let isEnd = depth < 0 || depth == 0 && next == ","
            if isEnd {
                if next == "," { text = text.dropFirst() }
                text = text.drop(while: \.isWhitespace)
                return argument
            }
            if !next.isWhitespace { argument.append(next) }
            text = text.dropFirst()
        }
        return nil
    }
}

/// The lines of a Swift source without comments, and the calls around a position.
struct SwiftText {
    /// The lines without their comments.
    let lines: [String]

    init(_ text: String) {
        var isInBlock = false
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Self.withoutComment(line, &isInBlock)
        }
    }

    private static func withoutComment(_ line: Substring, _ isInBlock: inout Bool) -> String {
        var code = ""
        var isInString = false
        var rest = line[...]
        while let first = rest.first {
            if isInBlock {
                if rest.hasPrefix("*/") {
                    isInBlock = false
                    rest = rest.dropFirst()
                }
            } else if !isInString, rest.hasPrefix("//") {
                return code
            } else if !isInString, rest.hasPrefix("/*") {
                isInBlock = true
            } else {
                if first == "\"", code.last != "\\" { isInString.toggle() }
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

    /// Returns whether a position is in an argument of a call that defines a colour.
    func isDefinition(_ index: Int, _ range: Range<String.Index>) -> Bool {
        var depth = 0
        var text = lines[index][..<range.lowerBound]
        // A definition is rarely longer than this.
        for above in stride(from: index, through: max(0, index - 20), by: -1) {
            if above < index { text = lines[above][...] }
            while let last = text.last {
                text = text.dropLast()
                if last == ")" { depth += 1 }
                guard last == "(" else { continue }
                guard depth == 0 else {
                    depth -= 1
                    continue
                }
                let callee = text.reversed().prefix { $0.isLetter || $0.isNumber }
                if Self.definitions.contains(Substring(String(callee.reversed()))) { return true }
            }
        }
        return false
    }
}

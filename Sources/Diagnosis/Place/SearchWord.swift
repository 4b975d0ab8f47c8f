/// The form in which names of places are compared: lower case, without accents and points, with single blanks.
///
/// `scripts/cities` makes the words of the table in the same way.
package enum SearchWord {
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ə": "e",
    ]
    private static let dropped: Set<Unicode.Scalar> = [
        ".", "'", "`", "´", "’", "‘", "ʻ", "ʼ", "ʿ", "ʾ",
    ]

    /// Returns the word of a name; empty for a text without a letter or digit.
    package static func of(_ name: String) -> String {
        var folded = ""
        for scalar in name.lowercased().unicodeScalars {
            guard scalar.properties.generalCategory != .nonspacingMark, !dropped.contains(scalar)
            else { continue }
            if scalar.isASCII {
                folded.unicodeScalars.append(scalar.isWord ? scalar : " ")
            } else if let base = scalar.latinBase {
                folded.unicodeScalars.append(base)
            } else {
                folded += letters[scalar] ?? (scalar.isWord ? String(scalar) : " ")
            }
        }
        return folded.split(separator: " ").joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// The small letter below the accents of a Latin one; `nil` without accents.
    fileprivate var latinBase: Unicode.Scalar? {
        let start = "LATIN SMALL LETTER "
        guard let name = properties.name, name.hasPrefix(start) else { return nil }
        let rest = name.dropFirst(start.count)
        guard rest.dropFirst().hasPrefix(" WITH ") else { return nil }
        return rest.first?.lowercased().unicodeScalars.first
    }

    /// Whether it is a letter, a mark or a number.
    fileprivate var isWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .spacingMark, .enclosingMark, .nonspacingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        case _: false
        }
    }
}

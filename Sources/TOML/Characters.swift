// The classes of characters in TOML's grammar, and the display of characters in messages.

extension Unicode.Scalar {
    /// Whether this is a space or a tab.
    var isBlank: Bool { self == " " || self == "\t" }

    /// Whether this is U+0000 to U+001F or U+007F.
    var isControl: Bool { value < 0x20 || value == 0x7F }

    /// Whether this may stand in a bare key: ASCII letters and digits, `_` and `-`.
    var isBareKey: Bool { isASCIILetter || isASCIIDigit || self == "_" || self == "-" }

    /// Whether this may stand in a number, a truth value or a date; other characters end it.
    var isBareValue: Bool { isBareKey || self == "+" || self == "." || self == ":" }

    var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    var isASCIIDigit: Bool { ("0"..."9").contains(self) }

    /// The standard name of a character: `U+000B`.
    var codePointName: String { "U+" + hexadecimal }

    /// The character as an escape in a basic string: `\u000B`.
    var tomlEscape: String { value > 0xFFFF ? "\\U000" + hexadecimal : "\\u" + hexadecimal }

    private var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The text as a basic string with its quotes.
    package var tomlQuoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.isControl: quoted += scalar.tomlEscape
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The beginning of the text, short enough for a message: at most 60 characters.
    package var tomlExcerpt: String {
        let shown = unicodeScalars.prefix(60)
        return shown.endIndex == unicodeScalars.endIndex ? self : String(shown) + "…"
    }
}

/// Texts as gsettings writes and reads them.
///
/// https://docs.gtk.org/glib/gvariant-text-format.html#strings
enum GVariantText {
    /// Returns a text in single quotes.
    static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text.unicodeScalars {
            switch character {
            case "'", "\\":
                result += "\\"
                result.unicodeScalars.append(character)
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "'"
    }

    /// Returns the text between the quotes; `nil` for anything but one text.
    static func string(_ text: String) -> String? {
        var rest = text.unicodeScalars[...]
        guard let quote = rest.popFirst(), quote == "'" || quote == "\"", rest.popLast() == quote
        else { return nil }
        var result = String.UnicodeScalarView()
        while let character = rest.popFirst() {
            guard character != quote else { return nil }
            guard character == "\\" else {
                result.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            result.append(escaped == "n" ? "\n" : escaped)
        }
        return String(result)
    }
}

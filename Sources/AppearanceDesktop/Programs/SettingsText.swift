/// The text of a settings file with groups of keys, such as qt5ct's, in which one value is changed and no
/// other byte.
///
/// Without a key, the value is the whole text.
package enum SettingsText {
    /// The size limit of a settings file, in bytes.
    package static let largestFile = 4 << 20

    /// Returns the value of a key in a group, as it is written; `nil` for none.
    package static func value(_ key: String, in group: String, of text: String) -> String? {
        if key.isEmpty {
            let text = text.filter { !$0.isWhitespace }
            return text.isEmpty ? nil : text
        }
        let lines = lines(of: text)
        return index(of: key, in: group, lines).map { index in
            String(lines[index].drop { $0 != "=" }.dropFirst().trimmed.withoutReturn)
        }
    }

    /// Returns the text with another value; `nil` removes the key, and with it what was added for it:
    /// its group at the end of the text, or the empty line in an empty group there.
    package static func setting(
        _ key: String, in group: String, to value: String?, of text: String
    ) -> String {
        if key.isEmpty { return value ?? "" }
        var lines = lines(of: text)
        let end: Substring = lines.first?.unicodeScalars.last == "\r" ? "\r" : ""
        let line = value.map { Substring("\(key)=\($0)\(end)") }
        if let index = index(of: key, in: group, lines) {
            let changed = value.map { replacingValue(of: lines[index], with: $0) }
            lines.replaceSubrange(index...index, with: changed.map { [$0] } ?? [])
            if isBlank(lines[index...]), isHeading(lines[index - 1], group) {
                lines.remove(at: lines.count > index + 1 ? index : index - 1)
            }
        } else if let line {
            if let index = lines.firstIndex(where: { isHeading($0, group) }) {
                // The empty line tells the user's own heading from one that is added below.
                let isAtEnd = isBlank(lines[(index + 1)...])
                lines.insert(contentsOf: isAtEnd ? [line, end] : [line], at: index + 1)
            } else {
                // The last line is what follows the last line feed.
                if lines.last?.isEmpty == true { lines.removeLast() }
                lines += ["[\(group)]\(end)", line, ""]
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a line with another value between the spaces after its sign and a carriage return.
    private static func replacingValue(of line: Substring, with value: String) -> Substring {
        let scalars = line.unicodeScalars
        guard let sign = scalars.firstIndex(of: "=") else { return line }
        let rest = scalars[scalars.index(after: sign)...]
        let start = rest.firstIndex { $0 != " " && $0 != "\t" } ?? rest.endIndex
        return line[..<start] + value + (scalars.last == "\r" ? "\r" : "")
    }

    private static func isHeading(_ line: Substring, _ group: String) -> Bool {
        line.trimmed.withoutReturn == "[\(group)]"
    }

    private static func isBlank(_ lines: ArraySlice<Substring>) -> Bool {
        lines.allSatisfy(\.withoutReturn.isEmpty)
    }

    /// Returns a text as QSettings writes it: quoted and escaped where it has to be.
    ///
    /// https://doc.qt.io/qt-6/qsettings.html#Format-enum
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", " ", ":", "~", "@": true
            default: false
            }
        }
        if isPlain { return text }
        var result = "\""
        var isAfterNumber = false
        for unit in text.utf16 {
            let scalar = Unicode.Scalar(unit)
            let isDigit = scalar?.properties.isASCIIHexDigit == true
            if let scalar, scalar.isASCII, !(isAfterNumber && isDigit) {
                if scalar == "\"" || scalar == "\\" { result += "\\" }
                result.unicodeScalars.append(scalar)
                isAfterNumber = false
            } else {
                // Every digit that follows belongs to the number, so it is written as one, too.
                result += "\\x" + String(unit, radix: 16)
                isAfterNumber = true
            }
        }
        return result + "\""
    }

    /// Returns the lines by scalars: as a Character, a carriage return with a line feed is one.
    private static func lines(of text: String) -> [Substring] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// Returns the index of the line in effect: the last one of the key in the group; `nil` for none.
    package static func index(of key: String, in group: String, _ lines: [Substring]) -> Int? {
        var found: Int?
        var isInGroup = false
        for (index, line) in lines.enumerated() {
            let line = line.trimmed.withoutReturn
            if line.first == "[" {
                isInGroup = line == "[\(group)]"
            } else if isInGroup, let sign = line.firstIndex(of: "="), line[..<sign].trimmed == key {
                found = index
            }
        }
        return found
    }
}

extension Substring {
    /// The text without a carriage return at its end.
    fileprivate var withoutReturn: Substring {
        unicodeScalars.last == "\r" ? Substring(unicodeScalars.dropLast()) : self
    }
}

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
            guard let escaped = rest.popFirst(), let character = unescaped(escaped, &rest)
            else { return nil }
            result.append(character)
        }
        return String(result)
    }

    /// Returns the character that follows a backslash; a number of one, `u200d`, is in `rest`.
    private static func unescaped(
        _ escaped: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
    ) -> Unicode.Scalar? {
        switch escaped {
        case "a": return "\u{7}"
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{b}"
        case "u", "U":
            let count = escaped == "u" ? 4 : 8
            let digits = rest.prefix(count)
            rest = rest.dropFirst(count)
            guard digits.count == count else { return nil }
            return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
        default: return escaped
        }
    }
}

/// A text ready to be parsed: whole characters, no byte order mark, every line ended by one "\n".
///
/// TOML forbids the same characters everywhere, in strings and comments too, so they are rejected
/// here: all control characters but tab, line feed, and carriage return before line feed.
struct SourceText {
    private(set) var scalars: [Unicode.Scalar] = []

    init(decoding bytes: [UInt8]) throws(TOMLError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw TOMLError(
                at: Self.placeOfBrokenBytes(in: bytes),
                "these bytes are not UTF-8; save the file as UTF-8")
        }
        var characters = text.unicodeScalars
        if characters.first == "\u{FEFF}" { characters.removeFirst() }
        scalars.reserveCapacity(bytes.count)
        var place = TOMLPlace(line: 1, column: 1)
        var isAfterReturn = false
        for scalar in characters {
            if isAfterReturn, scalar != "\n" { throw Self.loneReturn(at: place) }
            isAfterReturn = scalar == "\r"
            if isAfterReturn { continue }
            if scalar.isControl, scalar != "\t", scalar != "\n" {
                throw TOMLError(
                    at: place,
                    "the control character \(scalar.codePointName) is not allowed; "
                        + "remove it, or write \(scalar.tomlEscape) in a \"…\" string")
            }
            scalars.append(scalar)
            place.pass(scalar)
        }
        if isAfterReturn { throw Self.loneReturn(at: place) }
    }

    private static func loneReturn(at place: TOMLPlace) -> TOMLError {
        TOMLError(
            at: place, "a carriage return stands without a line feed; end lines with LF or CR LF")
    }

    private static func placeOfBrokenBytes(in bytes: [UInt8]) -> TOMLPlace {
        var place = TOMLPlace(line: 1, column: 1)
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            if scalar != "\u{FEFF}" || place > TOMLPlace(line: 1, column: 1) {
                place.pass(scalar)
            }
        }
        return place
    }
}

extension TOMLPlace {
    fileprivate mutating func pass(_ scalar: Unicode.Scalar) {
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}

/// A position in a text that only moves forward.
struct Cursor {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    init(_ text: SourceText) { scalars = text.scalars }

    /// The place of the next character.
    var place: TOMLPlace { TOMLPlace(line: line, column: index - lineStart + 1) }

    /// The next character; `nil` at the end of the file.
    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// The next character as a message names it.
    var found: String {
        switch next {
        case nil: "the end of the file"
        case "\n": "the end of the line"
        case " ": "a space"
        case "\t": "a tab"
        case let scalar? where scalar.value >= 0x80 && !scalar.properties.isAlphabetic:
            scalar.codePointName
        case let scalar?: "`\(scalar)`"
        }
    }

    mutating func advance() {
        guard index < scalars.count else { return }
        index += 1
        guard scalars[index - 1] == "\n" else { return }
        line += 1
        lineStart = index
    }

    /// Consumes the next character if it is this one.
    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    /// Consumes three quotes if they are next.
    mutating func consume(three quote: Unicode.Scalar) -> Bool {
        guard scalars[index...].prefix(3).elementsEqual([quote, quote, quote]) else { return false }
        index += 3
        return true
    }

    /// Consumes and returns the characters that belong.
    mutating func consume(while belongs: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let next, belongs(next) {
            text.append(next)
            advance()
        }
        return String(text)
    }

    /// Skips spaces and tabs.
    mutating func skipBlanks() {
        while let next, next.isBlank { advance() }
    }

    /// Skips a comment, up to the end of its line.
    mutating func skipComment() {
        guard next == "#" else { return }
        while let next, next != "\n" { advance() }
    }

    /// Skips blanks, comments and line ends.
    mutating func skipToContent() {
        while true {
            skipBlanks()
            skipComment()
            guard consume("\n") else { return }
        }
    }
}

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
    var tomlEscape: String { "\\u" + hexadecimal }

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

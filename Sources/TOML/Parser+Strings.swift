extension Parser {
    /// Reads a string in any of the four kinds of quotes.
    mutating func string() throws(TOMLError) -> String {
        let place = cursor.place
        if cursor.consume(three: "\"") { return try multiline("\"", openedAt: place) }
        if cursor.consume(three: "'") { return try multiline("'", openedAt: place) }
        if cursor.consume("\"") { return try basicString(openedAt: place) }
        cursor.advance()
        return try literalString(openedAt: place)
    }

    /// Reads the rest of `"a\tb"`.
    mutating func basicString(openedAt place: TOMLPlace) throws(TOMLError) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = cursor.next, scalar != "\n" {
            switch scalar {
            case "\"":
                cursor.advance()
                return String(text)
            case "\\":
                text.append(try escaped())
            default:
                cursor.advance()
                text.append(scalar)
            }
        }
        throw unclosedString(openedAt: place, with: "\"")
    }

    /// Reads the rest of `'a\b'`, where a backslash is a backslash.
    mutating func literalString(openedAt place: TOMLPlace) throws(TOMLError) -> String {
        let text = cursor.consume { $0 != "'" && $0 != "\n" }
        guard cursor.consume("'") else { throw unclosedString(openedAt: place, with: "'") }
        return text
    }

    /// Reads the rest of a string in three quotes, which may end in one or two quotes of its own.
    private mutating func multiline(
        _ quote: Unicode.Scalar, openedAt place: TOMLPlace
    ) throws(TOMLError) -> String {
        var text = String.UnicodeScalarView()
        _ = cursor.consume("\n")
        while let scalar = cursor.next {
            switch scalar {
            case quote:
                if cursor.consume(three: quote) {
                    for _ in 0..<2 where cursor.consume(quote) { text.append(quote) }
                    return String(text)
                }
                cursor.advance()
                text.append(quote)
            case "\\" where quote == "\"":
                if !skipContinuation() { text.append(try escaped()) }
            default:
                cursor.advance()
                text.append(scalar)
            }
        }
        throw unclosedString(openedAt: place, with: String(repeating: Character(quote), count: 3))
    }

    private func unclosedString(openedAt place: TOMLPlace, with quotes: String) -> TOMLError {
        TOMLError(
            at: place,
            "the string that begins here has no end; close it with `\(quotes)` before "
                + cursor.found)
    }
}

extension Parser {
    /// Reads an escape such as `\n` or `\u00E9`.
    mutating func escaped() throws(TOMLError) -> Unicode.Scalar {
        let place = cursor.place
        cursor.advance()
        guard let letter = cursor.next, let scalar = try character(of: letter, at: place) else {
            throw TOMLError(
                at: place,
                "a backslash before \(cursor.found) means nothing; write `\\\\` for a backslash, "
                    + "or use a '…' string, which has no escapes")
        }
        return scalar
    }

    private mutating func character(
        of letter: Unicode.Scalar, at place: TOMLPlace
    ) throws(TOMLError) -> Unicode.Scalar? {
        let scalar: Unicode.Scalar
        switch letter {
        case "b": scalar = "\u{08}"
        case "t": scalar = "\t"
        case "n": scalar = "\n"
        case "f": scalar = "\u{0C}"
        case "r": scalar = "\r"
        case "\"", "\\": scalar = letter
        case "u": return try codePoint(digits: 4, at: place)
        case "U": return try codePoint(digits: 8, at: place)
        default: return nil
        }
        cursor.advance()
        return scalar
    }

    private mutating func codePoint(
        digits: Int, at place: TOMLPlace
    ) throws(TOMLError) -> Unicode.Scalar {
        cursor.advance()
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let next = cursor.next, next.isASCII,
                let digit = Character(next).hexDigitValue
            else {
                throw TOMLError(
                    at: place,
                    "this escape needs \(digits) hexadecimal digits, not \(cursor.found)")
            }
            value = value << 4 | UInt32(digit)
            cursor.advance()
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw TOMLError(
                at: place,
                "this escape names no character; it must lie in 0 to D7FF or E000 to 10FFFF")
        }
        return scalar
    }

    /// Skips a backslash at the end of a line, with all blanks and line ends after it.
    ///
    /// - Returns: `false`, with nothing skipped, if the backslash is not the last of its line.
    mutating func skipContinuation() -> Bool {
        var ahead = cursor
        ahead.advance()
        ahead.skipBlanks()
        guard ahead.next == "\n" else { return false }
        while let next = ahead.next, next.isBlank || next == "\n" { ahead.advance() }
        cursor = ahead
        return true
    }
}

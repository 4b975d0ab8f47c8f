extension Parser {
    /// The character that an escape such as `\n` or `\u00E9` stands for.
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

    /// Passes a backslash at the end of a line, with all blanks and line ends after it.
    ///
    /// - Returns: false, with nothing passed, if the backslash is not the last of its line.
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

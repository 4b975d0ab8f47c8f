extension Parser {
    /// A string in any of the four kinds of quotes.
    mutating func string() throws(TOMLError) -> String {
        let place = cursor.place
        if cursor.take(three: "\"") { return try multiline("\"", openedAt: place) }
        if cursor.take(three: "'") { return try multiline("'", openedAt: place) }
        if cursor.take("\"") { return try basicString(openedAt: place) }
        cursor.advance()
        return try literalString(openedAt: place)
    }

    /// The rest of `"a\tb"`.
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

    /// The rest of `'a\b'`, where a backslash is a backslash.
    mutating func literalString(openedAt place: TOMLPlace) throws(TOMLError) -> String {
        let text = cursor.take { $0 != "'" && $0 != "\n" }
        guard cursor.take("'") else { throw unclosedString(openedAt: place, with: "'") }
        return text
    }

    /// The rest of a string in three quotes, which may end in one or two quotes of its own.
    private mutating func multiline(
        _ quote: Unicode.Scalar, openedAt place: TOMLPlace
    ) throws(TOMLError) -> String {
        var text = String.UnicodeScalarView()
        _ = cursor.take("\n")
        while let scalar = cursor.next {
            switch scalar {
            case quote:
                if cursor.take(three: quote) {
                    for _ in 0..<2 where cursor.take(quote) { text.append(quote) }
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

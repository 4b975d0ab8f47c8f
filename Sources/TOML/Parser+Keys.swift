extension Parser {
    /// `a.b."c d"`, and the blanks around its parts.
    mutating func dottedKey() throws(TOMLError) -> DottedKey {
        cursor.skipBlanks()
        var path = DottedKey(try keyPart())
        cursor.skipBlanks()
        while cursor.take(".") {
            cursor.skipBlanks()
            path.append(try keyPart())
            if depth + path.count > Self.deepestNesting { throw tooDeep(at: path.last.place) }
            cursor.skipBlanks()
        }
        return path
    }

    private mutating func keyPart() throws(TOMLError) -> KeyPart {
        let place = cursor.place
        let text: String
        switch cursor.next {
        case "\"":
            cursor.advance()
            text = try basicString(openedAt: place)
        case "'":
            cursor.advance()
            text = try literalString(openedAt: place)
        case let scalar? where scalar.isBareKey:
            text = cursor.take(while: \.isBareKey)
        case nil, _?:
            throw TOMLError(
                at: place,
                "\(cursor.found) stands where a key should; a key is made of ASCII letters, "
                    + "digits, `_` and `-`, or stands in quotes")
        }
        return KeyPart(key: TOMLKey(text), place: place)
    }
}

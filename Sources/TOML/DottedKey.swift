/// A key as it is written, `a.b.c`: at least one part.
struct DottedKey {
    /// The parents, outermost first.
    private(set) var parents: [KeyPart] = []
    /// The last part.
    private(set) var last: KeyPart

    init(_ first: KeyPart) { last = first }

    var count: Int { parents.count + 1 }

    mutating func append(_ part: KeyPart) {
        parents.append(last)
        last = part
    }
}

extension DottedKey: CustomStringConvertible {
    /// The key as it is written.
    var description: String {
        (parents + [last]).map(\.key.description).joined(separator: ".").tomlExcerpt
    }
}

/// One part of a key, with its place.
struct KeyPart {
    let key: TOMLKey
    let place: TOMLPlace

    /// Returns the error for a name that an earlier line has defined.
    func duplicate(ofLine line: Int) -> TOMLError {
        TOMLError(
            at: place, "`\(self)` is already there, on line \(line); join the two or remove one")
    }

    /// Returns the error for adding keys to a finished value.
    func closed(since earlier: KeyPart, as value: TOMLValue) -> TOMLError {
        let remedy =
            switch value.content {
            case .table: "an inline table, closed for good; add the keys between its braces"
            case .array: "an array, closed for good; add the tables between its brackets"
            case .string, .integer, .float, .boolean:
                "a value, which can hold no keys; rename one of the two"
            }
        return TOMLError(at: place, "`\(self)` on line \(earlier.place.line) is \(remedy)")
    }
}

extension KeyPart: CustomStringConvertible {
    /// The name as it is written.
    var description: String { key.description.tomlExcerpt }
}

extension Parser {
    /// Reads a key such as `a.b."c d"`, and the blanks around its parts.
    mutating func dottedKey() throws(TOMLError) -> DottedKey {
        cursor.skipBlanks()
        var path = DottedKey(try keyPart())
        cursor.skipBlanks()
        while cursor.consume(".") {
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
            text = cursor.consume(while: \.isBareKey)
        case nil, _?:
            throw TOMLError(
                at: place,
                "\(cursor.found) stands where a key should; a key is made of ASCII letters, "
                    + "digits, `_` and `-`, or stands in quotes")
        }
        return KeyPart(key: TOMLKey(text), place: place)
    }
}

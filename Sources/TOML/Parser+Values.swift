extension Parser {
    /// Any value.
    mutating func value() throws(TOMLError) -> TOMLValue {
        let place = cursor.place
        switch cursor.next {
        case "\"", "'": return TOMLValue(.string(try string()), at: place)
        case "[": return try nested(Self.array)
        case "{": return try nested(Self.inlineTable)
        case let scalar? where scalar.isBareValue: return TOMLValue(try bareValue(), at: place)
        case nil, "\n", "#", ",", "]", "}":
            throw TOMLError(
                at: place, "\(cursor.found) stands where a value should; write a value")
        case _?:
            throw TOMLError(
                at: place,
                "\(cursor.found) cannot begin a value; put a string in quotes: \"…\"")
        }
    }

    /// A value that holds others: goes one level deeper while it is read.
    private mutating func nested(
        _ read: (inout Parser) throws(TOMLError) -> TOMLValue.Content
    ) throws(TOMLError) -> TOMLValue {
        let place = cursor.place
        if depth >= Self.deepestNesting { throw tooDeep(at: place) }
        depth += 1
        let content = try read(&self)
        depth -= 1
        return TOMLValue(content, at: place)
    }

    /// `[1, 2,]`, over as many lines as it likes.
    private static func array(_ parser: inout Parser) throws(TOMLError) -> TOMLValue.Content {
        let place = parser.cursor.place
        parser.cursor.advance()
        var values: [TOMLValue] = []
        while true {
            parser.cursor.skipToContent()
            if parser.cursor.take("]") { return .array(values) }
            values.append(try parser.value())
            parser.cursor.skipToContent()
            if parser.cursor.take("]") { return .array(values) }
            guard parser.cursor.take(",") else {
                throw parser.unclosed("the array", from: place, with: "]")
            }
        }
    }

    /// `{ a = 1, b.c = 2 }`, on one line and without a comma at the end.
    private static func inlineTable(_ parser: inout Parser) throws(TOMLError) -> TOMLValue.Content {
        let place = parser.cursor.place
        let table = TableDraft(.header, at: place)
        parser.cursor.advance()
        parser.cursor.skipBlanks()
        if parser.cursor.take("}") { return .table(table.finished()) }
        while true {
            try parser.keyAndValue(into: table)
            parser.cursor.skipBlanks()
            if parser.cursor.take("}") { return .table(table.finished()) }
            guard parser.cursor.take(",") else {
                throw parser.unclosed("the one-line table", from: place, with: "}")
            }
        }
    }

    private func unclosed(_ thing: String, from place: TOMLPlace, with end: String) -> TOMLError {
        TOMLError(
            at: cursor.place,
            "\(cursor.found) stands in \(thing) that begins on line \(place.line); "
                + "put `,` before another value or close it with `\(end)`")
    }
}

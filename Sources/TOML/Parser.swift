/// Reads a document from its first line to its last, by recursive descent.
///
/// The grammar is https://toml.io/en/v1.0.0 without dates and times. Every character is read once.
/// Nested parts (of keys, arrays, inline tables) are counted in `depth`, so that no text can
/// exhaust the stack, here or in a caller that walks the tables.
struct Parser {
    static let deepestNesting = 64

    var cursor: Cursor
    /// The number of tables and arrays that enclose the current place.
    var depth = 0
    private let root = TableDraft(.header, at: TOMLPlace(line: 1, column: 1))

    init(_ text: SourceText) { cursor = Cursor(text) }

    mutating func document() throws(TOMLError) -> TOMLTable {
        var section = root
        while true {
            cursor.skipToContent()
            switch cursor.next {
            case nil:
                return root.finished()
            case "[":
                section = try header()
                try endOfLine(after: "the header")
            case _?:
                try keyAndValue(into: section)
                try endOfLine(after: "the value")
            }
        }
    }

    /// Reads `[a.b]` or `[[a.b]]`.
    private mutating func header() throws(TOMLError) -> TableDraft {
        let place = cursor.place
        cursor.advance()
        let isElement = cursor.consume("[")
        depth = 0
        let path = try dottedKey()
        depth = path.count
        guard cursor.consume("]"), !isElement || cursor.consume("]") else {
            throw TOMLError(
                at: cursor.place,
                "\(cursor.found) stands where the header that begins at column \(place.column) "
                    + "should end; close it with `\(isElement ? "]]" : "]")`")
        }
        return isElement ? try root.openArrayElement(path) : try root.openTable(path)
    }

    /// Reads `a.b = value`, in a section or an inline table.
    mutating func keyAndValue(into table: TableDraft) throws(TOMLError) {
        let path = try dottedKey()
        guard cursor.consume("=") else {
            throw TOMLError(
                at: cursor.place,
                "`=` and a value should follow the key `\(path)`, not \(cursor.found); "
                    + "a key with other characters than ASCII letters, digits, `_` and `-` "
                    + "needs quotes")
        }
        cursor.skipBlanks()
        depth += path.count
        let value = try value()
        depth -= path.count
        try table.set(path, to: value)
    }

    private mutating func endOfLine(after thing: String) throws(TOMLError) {
        cursor.skipBlanks()
        cursor.skipComment()
        guard cursor.next == nil || cursor.consume("\n") else {
            throw TOMLError(
                at: cursor.place,
                "\(cursor.found) stands after \(thing); begin a new line, or a comment with `#`")
        }
    }

    /// Returns the error for a text that nests too deeply.
    func tooDeep(at place: TOMLPlace) -> TOMLError {
        TOMLError(
            at: place,
            "more than \(Self.deepestNesting) tables and arrays stand inside each other; "
                + "nest less deeply")
    }
}

extension Parser {
    /// Reads any value.
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

    /// Reads a value that contains others, one level deeper.
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

    /// Reads `[1, 2,]`, on any number of lines.
    private static func array(_ parser: inout Parser) throws(TOMLError) -> TOMLValue.Content {
        let place = parser.cursor.place
        parser.cursor.advance()
        var values: [TOMLValue] = []
        while true {
            parser.cursor.skipToContent()
            if parser.cursor.consume("]") { return .array(values) }
            values.append(try parser.value())
            parser.cursor.skipToContent()
            if parser.cursor.consume("]") { return .array(values) }
            guard parser.cursor.consume(",") else {
                throw parser.unclosed("the array", from: place, with: "]")
            }
        }
    }

    /// Reads `{ a = 1, b.c = 2 }`, on one line and without a comma at the end.
    private static func inlineTable(_ parser: inout Parser) throws(TOMLError) -> TOMLValue.Content {
        let place = parser.cursor.place
        let table = TableDraft(.header, at: place)
        parser.cursor.advance()
        parser.cursor.skipBlanks()
        if parser.cursor.consume("}") { return .table(table.finished()) }
        while true {
            try parser.keyAndValue(into: table)
            parser.cursor.skipBlanks()
            if parser.cursor.consume("}") { return .table(table.finished()) }
            guard parser.cursor.consume(",") else {
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

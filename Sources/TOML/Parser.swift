/// Reads a document from its first line to its last, by recursive descent.
///
/// The grammar is https://toml.io/en/v1.0.0 without dates and times. Every character is passed
/// once. What nests (parts of keys, arrays, inline tables) is counted in `depth`, so that no text
/// can exhaust the stack, here or in whoever walks the tables.
struct Parser {
    static let deepestNesting = 64

    var cursor: Cursor
    /// How many tables and arrays enclose what is being read.
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

    /// `[a.b]` or `[[a.b]]`.
    private mutating func header() throws(TOMLError) -> TableDraft {
        let place = cursor.place
        cursor.advance()
        let isElement = cursor.take("[")
        depth = 0
        let path = try dottedKey()
        depth = path.count
        guard cursor.take("]"), !isElement || cursor.take("]") else {
            throw TOMLError(
                at: cursor.place,
                "\(cursor.found) stands where the header that begins at column \(place.column) "
                    + "should end; close it with `\(isElement ? "]]" : "]")`")
        }
        return isElement ? try root.openArrayElement(path) : try root.openTable(path)
    }

    /// `a.b = value`, in a section or an inline table.
    mutating func keyAndValue(into table: TableDraft) throws(TOMLError) {
        let path = try dottedKey()
        guard cursor.take("=") else {
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
        guard cursor.next == nil || cursor.take("\n") else {
            throw TOMLError(
                at: cursor.place,
                "\(cursor.found) stands after \(thing); begin a new line, or a comment with `#`")
        }
    }

    /// The error of a text that nests too deeply at a place.
    func tooDeep(at place: TOMLPlace) -> TOMLError {
        TOMLError(
            at: place,
            "more than \(Self.deepestNesting) tables and arrays stand inside each other; "
                + "nest less deeply")
    }
}

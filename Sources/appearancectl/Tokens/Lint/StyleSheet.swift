/// A style sheet as far as it has to be known to find mistakes: declarations and what they are in.
struct StyleSheet {
    /// One declaration with everything around it.
    struct Declaration {
        var property: String
        var value: String
        /// Selectors and queries, from the outermost.
        var context: [String]
        var line: Int
        var column: Int

        /// Whether it is for a dark ground, or for night.
        var isDark: Bool { context.contains { $0.contains("dark") || $0.contains("night") } }
        var isNight: Bool { context.contains { $0.contains("night") } }
        /// What it is said of.
        var selector: String { context.last { !$0.hasPrefix("@") } ?? "" }
    }

    private(set) var declarations: [Declaration] = []
    /// The queries and selectors there are, and rules without a block such as `@define-color`.
    private(set) var preludes: [String] = []

    init(_ text: String) {
        var context: [String] = []
        var piece = ""
        var start: (line: Int, column: Int)?
        var scanner = CommentlessText(text)
        while let (character, line, column) = scanner.next() {
            switch character {
            case "{":
                context.append(piece.trimmed)
                preludes.append(piece.trimmed)
                (piece, start) = ("", nil)
            case "}", ";":
                if let start { add(piece, context, start.line, start.column) }
                (piece, start) = ("", nil)
                if character == "}" { _ = context.popLast() }
            default:
                if start == nil, !character.isWhitespace { start = (line, column) }
                piece.append(character)
            }
        }
    }

    private mutating func add(_ piece: String, _ context: [String], _ line: Int, _ column: Int) {
        if piece.hasPrefix("@") || context.isEmpty {
            preludes.append(piece.trimmed)
            return
        }
        guard let colon = piece.firstIndex(of: ":") else { return }
        declarations.append(
            Declaration(
                property: String(piece[..<colon]).trimmed.lowercased(),
                value: String(piece[piece.index(after: colon)...]).trimmed, context: context,
                line: line, column: column))
    }
}

/// The characters of a style sheet with their places, without comments; braces and semicolons in
/// quotes and in `url(…)` become blanks.
private struct CommentlessText {
    private let characters: [Character]
    private var position = 0
    private var line = 1
    private var column = 0
    private var quote: Character?
    private var isInURL = false

    init(_ text: String) { characters = Array(text) }

    mutating func next() -> (Character, Int, Int)? {
        while let character = take() {
            if quote == nil, !isInURL, character == "/", position < characters.count,
                characters[position] == "*"
            {
                skipComment()
                continue
            }
            let place = (line, column)
            let isQuoted = quote != nil || isInURL
            note(character)
            return (isQuoted && "{};".contains(character) ? " " : character, place.0, place.1)
        }
        return nil
    }

    private mutating func note(_ character: Character) {
        if let open = quote {
            if character == open { quote = nil }
        } else if isInURL {
            if character == ")" { isInURL = false }
        } else if character == "\"" || character == "'" {
            quote = character
        } else if character == "(", position >= 4,
            String(characters[(position - 4)..<position]).lowercased() == "url("
        {
            isInURL = true
        }
    }

    private mutating func take() -> Character? {
        guard position < characters.count else { return nil }
        let character = characters[position]
        position += 1
        column += 1
        if character.isNewline {
            line += 1
            column = 0
        }
        return character
    }

    private mutating func skipComment() {
        while let character = take() {
            if character == "*", position < characters.count, characters[position] == "/" {
                _ = take()
                return
            }
        }
    }
}

extension String {
    /// The text without blanks and line ends around it.
    var trimmed: String { trimming(\.isWhitespace) }

    /// The text without some characters around it.
    func trimming(_ isDropped: (Character) -> Bool) -> String {
        String(drop(while: isDropped).reversed().drop(while: isDropped).reversed())
    }
}

internal import Console

/// The declarations of a style sheet with their context, as far as the linter needs them.
struct StyleSheet {
    struct Declaration {
        var property: String
        var value: String
        var context: Context
        var line: Int
        var column: Int

        /// Whether it is for dark or night.
        var isDark: Bool { context.isDark }
        var isNight: Bool { context.isNight }
        /// The innermost selector.
        var selector: String { context.selector }
    }

    /// The context of the declarations of a block.
    struct Context {
        /// The number of blocks around it.
        private(set) var depth = 0
        private(set) var isDark = false
        private(set) var isNight = false
        /// Whether a selector or query refers to errors.
        private(set) var isAboutErrors = false
        /// The innermost selector.
        private(set) var selector = ""

        /// Returns the context of a block in this one, after a selector or a query.
        func block(_ prelude: String) -> Context {
            var inner = self
            inner.depth += 1
            inner.isNight = isNight || prelude.contains("night")
            inner.isDark = isDark || inner.isNight || prelude.contains("dark")
            inner.isAboutErrors = isAboutErrors || ErrorWords.occur(in: prelude)
            if !prelude.hasPrefix("@") { inner.selector = prelude }
            return inner
        }
    }

    private(set) var declarations: [Declaration] = []
    /// The queries, selectors, and rules without a block such as `@define-color`.
    private(set) var preludes: [String] = []

    init(_ text: String) {
        var outer: [Context] = []
        var context = Context()
        var piece = ""
        var start: (line: Int, column: Int)?
        var scanner = CommentlessText(text)
        while let (character, line, column) = scanner.next() {
            switch character {
            case "{":
                let prelude = piece.trimmed
                outer.append(context)
                context = context.block(prelude)
                preludes.append(prelude)
                (piece, start) = ("", nil)
            case "}", ";":
                if let start { add(piece, context, start.line, start.column) }
                (piece, start) = ("", nil)
                if character == "}", let last = outer.popLast() { context = last }
            default:
                if start == nil, !character.isWhitespace { start = (line, column) }
                piece.append(character)
            }
        }
    }

    private mutating func add(_ piece: String, _ context: Context, _ line: Int, _ column: Int) {
        if piece.hasPrefix("@") || context.depth == 0 {
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

/// The characters of a style sheet with their positions, without comments; braces and semicolons in
/// quotes and in `url(…)` become spaces.
private struct CommentlessText {
    private let characters: [Character]
    private var position = 0
    private var line = 1
    private var column = 0
    private var quote: Character?
    private var isInURL = false

    init(_ text: String) { characters = Array(text) }

    mutating func next() -> (Character, Int, Int)? {
        while let character = pop() {
            if quote == nil, !isInURL, character == "/", position < characters.count,
                characters[position] == "*"
            {
                skipComment()
                continue
            }
            let place = (line, column)
            let isQuoted = quote != nil || isInURL
            updateState(character)
            return (isQuoted && "{};".contains(character) ? " " : character, place.0, place.1)
        }
        return nil
    }

    private mutating func updateState(_ character: Character) {
        if let open = quote {
            if character == "\\" { _ = pop() }
            if character == open { quote = nil }
        } else if isInURL {
            if character == ")" { isInURL = false }
        } else if character == "\"" || character == "'" {
            quote = character
        } else if character == "(", position >= 4,
            String(characters[(position - 4)..<position]).lowercased() == "url("
        {
            // A quoted address ends at its quote, and may have parentheses.
            isInURL = !"\"'".contains(position < characters.count ? characters[position] : " ")
        }
    }

    private mutating func pop() -> Character? {
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
        _ = pop()
        while let character = pop() {
            if character == "*", position < characters.count, characters[position] == "/" {
                _ = pop()
                return
            }
        }
    }
}

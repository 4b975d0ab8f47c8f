/// A place in a text that only moves forward.
struct Cursor {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    init(_ text: SourceText) { scalars = text.scalars }

    /// Where the next character stands.
    var place: TOMLPlace { TOMLPlace(line: line, column: index - lineStart + 1) }

    /// The next character; nil at the end of the file.
    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// What comes next, for a message.
    var found: String {
        switch next {
        case nil: "the end of the file"
        case "\n": "the end of the line"
        case " ": "a space"
        case "\t": "a tab"
        case let scalar? where scalar.value >= 0x80 && !scalar.properties.isAlphabetic:
            scalar.codePointName
        case let scalar?: "`\(scalar)`"
        }
    }

    mutating func advance() {
        guard index < scalars.count else { return }
        index += 1
        guard scalars[index - 1] == "\n" else { return }
        line += 1
        lineStart = index
    }

    /// Passes the next character if it is this one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    /// Passes three quotes if they come next.
    mutating func take(three quote: Unicode.Scalar) -> Bool {
        guard scalars[index...].prefix(3).elementsEqual([quote, quote, quote]) else { return false }
        index += 3
        return true
    }

    /// Passes and returns the characters that belong.
    mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let next, belongs(next) {
            text.append(next)
            advance()
        }
        return String(text)
    }

    /// Passes spaces and tabs.
    mutating func skipBlanks() {
        while let next, next.isBlank { advance() }
    }

    /// Passes a comment, up to the end of its line.
    mutating func skipComment() {
        guard next == "#" else { return }
        while let next, next != "\n" { advance() }
    }

    /// Passes blanks, comments and line ends.
    mutating func skipToContent() {
        while true {
            skipBlanks()
            skipComment()
            guard take("\n") else { return }
        }
    }
}

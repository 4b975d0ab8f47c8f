/// A table: keys with their values, in the order in which the text first names them.
package struct TOMLTable: Sendable {
    /// A key with its value.
    package struct Entry: Sendable {
        /// The key's own part of a dotted one.
        package let key: TOMLKey
        /// The place where the key is first named.
        package let keyPlace: TOMLPlace
        /// The value.
        package let value: TOMLValue
    }

    /// All keys, each once.
    package let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// The entry of a key, found by a linear search.
    package subscript(key: String) -> Entry? {
        entries.first { $0.key == TOMLKey(key) }
    }
}

extension TOMLTable {
    /// Reads a whole TOML 1.0 text, without dates and times, in linear time.
    ///
    /// - Throws: `TOMLError` for the first problem; invalid UTF-8 is found before anything else.
    package init(parsing bytes: [UInt8]) throws(TOMLError) {
        var parser = Parser(try SourceText(decoding: bytes))
        self = try parser.document()
    }

    /// Reads a whole TOML 1.0 text, without dates and times, in linear time.
    package init(parsing text: String) throws(TOMLError) {
        try self.init(parsing: Array(text.utf8))
    }
}

/// A value and the place of its first character.
///
/// A table without a value of its own in the text has the place of its header, or else the place where
/// a dotted key or the header of a table in it first names it.
package struct TOMLValue: Sendable {
    /// The content of a value.
    package enum Content: Sendable {
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        case array([TOMLValue])
        case table(TOMLTable)
    }

    /// The place of the first character.
    package let place: TOMLPlace
    /// The content.
    package let content: Content

    init(_ content: Content, at place: TOMLPlace) {
        self.place = place
        self.content = content
    }
}

/// One name in a table.
///
/// Keys are compared by their bytes: in TOML `é` as one scalar and `é` as two are different,
/// although `String` finds them equal.
package struct TOMLKey: Sendable {
    /// The name itself, without quotes and escapes.
    package let text: String

    /// Creates the key of a name.
    package init(_ text: String) { self.text = text }

    /// Whether the key needs no quotes.
    var isBare: Bool { !text.isEmpty && text.unicodeScalars.allSatisfy(\.isBareKey) }
}

extension TOMLKey: Hashable {
    /// Compares the bytes.
    package static func == (left: TOMLKey, right: TOMLKey) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension TOMLKey: CustomStringConvertible {
    /// The key as it is written, in quotes where it needs them.
    package var description: String { isBare ? text : text.tomlQuoted }
}

/// A table: keys with their values, in the order in which the text first names them.
package struct TOMLTable: Sendable {
    /// A key with its value.
    package struct Entry: Sendable {
        /// The key's own part of a dotted one.
        package let key: TOMLKey
        /// Where the key is first named.
        package let keyPlace: TOMLPlace
        /// What it is set to.
        package let value: TOMLValue
    }

    /// All keys, each once.
    package let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// The entry of a key, found by looking through all of them.
    package subscript(key: String) -> Entry? {
        entries.first { $0.key == TOMLKey(key) }
    }
}

extension TOMLTable {
    /// Reads a whole TOML 1.0 text, without dates and times, in linear time.
    ///
    /// - Throws: what is wrong with the first place that cannot be read; text that is not clean
    ///   UTF-8 is found before anything else.
    package init(parsing bytes: [UInt8]) throws(TOMLError) {
        var parser = Parser(try SourceText(decoding: bytes))
        self = try parser.document()
    }

    /// Reads a whole TOML 1.0 text, without dates and times, in linear time.
    package init(parsing text: String) throws(TOMLError) {
        try self.init(parsing: Array(text.utf8))
    }
}

/// One name in a table.
///
/// Two keys are the same when their bytes are: TOML does not hold `é` in one scalar and `é` in two
/// to be equal, although `String` does.
package struct TOMLKey: Sendable {
    /// The name itself, without quotes and escapes.
    package let text: String

    /// The key of a name.
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

/// The first problem in a text, with its place.
package struct TOMLError: Error, Hashable, Sendable {
    /// The first invalid character, or the beginning of the invalid part.
    package var place: TOMLPlace
    /// The problem and its remedy, for a person.
    package var message: String

    package init(at place: TOMLPlace, _ message: String) {
        self.place = place
        self.message = message
    }
}

extension TOMLError: CustomStringConvertible {
    /// The place and the message.
    package var description: String {
        "line \(place.line), column \(place.column): \(message)"
    }
}

/// A place in a text; both numbers count from 1, columns in characters.
///
/// A character is a Unicode scalar, a tab counts one, and a byte order mark counts nothing.
package struct TOMLPlace: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The character in its line, from 1.
    package var column: Int

    /// Creates a place from its line and column, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders places as they are read.
    package static func < (left: TOMLPlace, right: TOMLPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

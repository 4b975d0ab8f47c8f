/// Where something stands in a text; both numbers count from 1, columns in characters.
///
/// A character is a Unicode scalar, a tab counts one, and a byte order mark counts nothing.
package struct TOMLPlace: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The character in its line, from 1.
    package var column: Int

    /// A place by its line and column, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders places as they are read.
    package static func < (left: TOMLPlace, right: TOMLPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

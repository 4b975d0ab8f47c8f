/// Where something stands in a text; both numbers count from 1, columns in characters.
///
/// A character is a Unicode scalar, a tab counts one, and a byte order mark counts nothing.
package struct TOMLPlace: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders places as they are read.
    package static func < (left: TOMLPlace, right: TOMLPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

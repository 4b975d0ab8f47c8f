/// A value and the place of its first character.
///
/// A table that has no value of its own in the text (made by a header or a dotted key) stands
/// where it is first named.
package struct TOMLValue: Sendable {
    /// What the value is.
    package enum Content: Sendable {
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        case array([TOMLValue])
        case table(TOMLTable)
    }

    /// The first character.
    package let place: TOMLPlace
    /// What it is.
    package let content: Content

    init(_ content: Content, at place: TOMLPlace) {
        self.place = place
        self.content = content
    }
}

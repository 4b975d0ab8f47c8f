/// The one thing for which a text was refused, and where it stands.
package struct TOMLError: Error, Hashable, Sendable {
    /// The first character that is wrong, or where the part that is wrong begins.
    package var place: TOMLPlace
    /// What is wrong and what would mend it, for a person.
    package var message: String

    init(at place: TOMLPlace, _ message: String) {
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

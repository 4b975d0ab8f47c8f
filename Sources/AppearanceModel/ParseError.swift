/// The first problem in a text that is not as it must be, with its place.
///
/// The type of the place says which text it is, so that callers tell the errors apart.
package struct ParseError<Place: ParsePlace>: Error, Hashable, CustomStringConvertible {
    /// The place of the problem.
    package var place: Place
    /// The problem, in words.
    package var problem: String

    package init(at place: Place, _ problem: String) {
        self.place = place
        self.problem = problem
    }

    package var description: String { place.sentence(problem) }
}

/// A place in a kind of text.
package protocol ParsePlace: Hashable, Sendable {
    /// Returns a problem with this place, as a person reads it.
    func sentence(_ problem: String) -> String
}

/// The number of a line in a light or run recording, from 1.
package struct LineNumber: ParsePlace {
    package var number: Int

    package func sentence(_ problem: String) -> String { "line \(number): \(problem)" }
}

/// The error of an invalid line in a light or run recording.
package typealias LineError = ParseError<LineNumber>

extension ParseError<LineNumber> {
    /// The number of the line, from 1.
    package var line: Int { place.number }

    package init(line: Int, problem: String) {
        self.init(at: LineNumber(number: line), problem)
    }
}

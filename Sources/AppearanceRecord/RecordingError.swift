/// Why a line of a record cannot be taken.
package struct RecordingError: Error, Equatable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    /// What is wrong with it, in words.
    package var problem: String

    package var description: String { "line \(line): \(problem)" }
}

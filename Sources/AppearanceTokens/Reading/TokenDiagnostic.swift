/// One thing that is wrong with a token file, where, and what would mend it.
public struct TokenDiagnostic: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The character in its line, from 1.
    public let column: Int
    /// The token, such as `color.accent`; empty where the file is no JSON at all.
    public let path: String
    /// What is wrong.
    public let reason: String

    init(_ place: PlacedJSON.Place, _ path: String, _ reason: String) {
        line = place.line
        column = place.column
        self.path = path
        self.reason = reason
    }
}

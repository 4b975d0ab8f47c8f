extension StringProtocol {
    /// Returns whether a text is a part of this one.
    ///
    /// `contains(_:)` with a text links the library of patterns, which makes the daemon larger and slower to
    /// start.
    package func hasPart(_ part: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
    }

    /// The text with an uppercase first letter.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

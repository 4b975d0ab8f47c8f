/// The suggestion of a known word for a misspelt one.
package enum Suggestion {
    /// Returns the known word nearest to an unknown one; `nil` if none is near.
    package static func nearest(to unknown: String, among known: [String]) -> String? {
        let written = Array(unknown.lowercased().unicodeScalars.prefix(40))
        guard !written.isEmpty else { return nil }
        var nearest: (word: String, errors: Int)?
        for word in known {
            let limit = nearest.map { $0.errors - 1 } ?? most(for: written.count)
            let scalars = Array(word.lowercased().unicodeScalars)
            guard let errors = errors(in: written, for: scalars, atMost: limit)
            else { continue }
            nearest = (word, errors)
        }
        return nearest?.word
    }

    /// Returns the number of errors up to which two words of a length count as near.
    package static func most(for length: Int) -> Int { max(1, length / 3) }

    /// Returns the number of typing errors that turn a written word into a known one; `nil` beyond
    /// the limit.
    ///
    /// A word cut short or continued counts as one error.
    package static func errors(
        in written: [Unicode.Scalar], for known: [Unicode.Scalar], atMost limit: Int
    ) -> Int? {
        guard limit >= 0 else { return nil }
        if min(written.count, known.count) >= 3,
            written.starts(with: known) || known.starts(with: written)
        {
            let errors = written.count == known.count ? 0 : 1
            return errors <= limit ? errors : nil
        }
        guard abs(written.count - known.count) <= limit else { return nil }
        let errors = editDistance(written, known)
        return errors <= limit ? errors : nil
    }

    /// Returns the number of errors that turn one word into another: a character too many, too few
    /// or wrong, or two neighbours swapped.
    ///
    /// The optimal string alignment distance,
    /// https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance.
    package static func editDistance(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar]
    ) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var distance = min(
                    last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    distance = min(distance, beforeLast[column - 1] + 1)
                }
                current.append(distance)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

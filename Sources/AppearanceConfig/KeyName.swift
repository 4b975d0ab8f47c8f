/// The name of a known key or table, made to be compared with misspelt ones.
struct KeyName: Sendable {
    /// The whole dotted path.
    let path: String
    /// The path of the table that holds it; empty for the file itself.
    let table: String
    /// Its own name in that table.
    let name: String
    private let scalars: [Unicode.Scalar]

    init(_ path: String) {
        self.path = path
        let point = path.lastIndex(of: ".")
        table = point.map { String(path[..<$0]) } ?? ""
        name = point.map { String(path[path.index(after: $0)...]) } ?? path
        scalars = Array(name.unicodeScalars)
    }

    /// How many slips of the fingers lead from what is written to this name.
    ///
    /// A name cut short or carried on is one slip.
    ///
    /// - Returns: nil if there are more than so many.
    func slips(from written: [Unicode.Scalar], atMost limit: Int) -> Int? {
        Self.slips(from: written, to: scalars, atMost: limit)
    }

    /// The same for any two words.
    static func slips(
        from written: [Unicode.Scalar], to scalars: [Unicode.Scalar], atMost limit: Int
    ) -> Int? {
        guard limit >= 0 else { return nil }
        if min(written.count, scalars.count) >= 3,
            written.starts(with: scalars) || scalars.starts(with: written)
        {
            let slips = written.count == scalars.count ? 0 : 1
            return slips <= limit ? slips : nil
        }
        guard abs(written.count - scalars.count) <= limit else { return nil }
        let slips = editDistance(written, scalars)
        return slips <= limit ? slips : nil
    }
}

/// How many slips turn one word into another: a character too many, too few or wrong, or two
/// neighbours swapped.
///
/// The optimal string alignment distance,
/// https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            var distance = min(
                last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                distance = min(distance, beforeLast[column - 1] + 1)
            }
            current.append(distance)
        }
        (beforeLast, last) = (last, current)
    }
    return last[right.count]
}

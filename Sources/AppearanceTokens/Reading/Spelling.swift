/// Words that were nearly written.
enum Spelling {
    /// The known word that is at most two slips away; nil where none is.
    static func nearest(to word: String, among known: [String]) -> String? {
        let most = min(2, word.unicodeScalars.count / 3)
        return known.map { ($0, distance(word, $0)) }.filter { $0.1 <= most }
            .min { $0.1 < $1.1 }?.0
    }

    /// How many characters are to be added, removed or changed, with no regard to case.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.lowercased().unicodeScalars)
        var last = Array(0...right.count)
        for (row, scalar) in left.lowercased().unicodeScalars.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                current.append(
                    min(
                        last[column] + (scalar == other ? 0 : 1), last[column + 1] + 1,
                        current[column] + 1))
            }
            last = current
        }
        return last[right.count]
    }
}

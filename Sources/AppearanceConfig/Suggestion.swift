/// The nearest of some known words.
package enum Suggestion {
    /// The known word that somebody may have meant; `nil` where none is near.
    package static func nearest(to unknown: String, among known: [String]) -> String? {
        let written = Array(unknown.lowercased().unicodeScalars.prefix(40))
        guard !written.isEmpty else { return nil }
        var nearest: (word: String, slips: Int)?
        for word in known {
            let limit = nearest.map { $0.slips - 1 } ?? most(for: written.count)
            let scalars = Array(word.lowercased().unicodeScalars)
            guard let slips = KeyName.slips(from: written, to: scalars, atMost: limit)
            else { continue }
            nearest = (word, slips)
            if slips == 0 { break }
        }
        return nearest?.word
    }

    /// The number of slips up to which two words of a length count as near.
    static func most(for length: Int) -> Int { max(1, length / 3) }
}

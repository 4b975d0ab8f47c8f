/// One thing that can be wrong with a machine; it looks at evidence, and asks nobody.
protocol Check: Sendable {
    /// One or two words, which a person and a script may know it by.
    var name: String { get }

    /// What it finds, the worst first; throws what keeps it from looking.
    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding]
}

/// What could not be found out, and why, in a sentence.
struct Unavailable: Error, Equatable {
    let why: String

    init(_ why: String) { self.why = why }
}

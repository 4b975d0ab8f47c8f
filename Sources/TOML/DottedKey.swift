/// A key as it is written, `a.b.c`: at least one part.
struct DottedKey {
    /// The tables on the way, outermost first.
    private(set) var parents: [KeyPart] = []
    /// What is named at last.
    private(set) var last: KeyPart

    init(_ first: KeyPart) { last = first }

    var count: Int { parents.count + 1 }

    mutating func append(_ part: KeyPart) {
        parents.append(last)
        last = part
    }
}

extension DottedKey: CustomStringConvertible {
    /// The key as it is written.
    var description: String {
        (parents + [last]).map(\.key.description).joined(separator: ".").tomlExcerpt
    }
}

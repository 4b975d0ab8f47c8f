/// One name of a key, and where it stands.
struct KeyPart {
    let key: TOMLKey
    let place: TOMLPlace

    /// The error of naming again what an earlier line has made.
    func taken(since earlier: KeyPart) -> TOMLError {
        TOMLError(
            at: place,
            "`\(self)` is already there, on line \(earlier.place.line); join the two or remove one")
    }

    /// The error of adding keys to a finished value.
    func closed(since earlier: KeyPart, as value: TOMLValue) -> TOMLError {
        let remedy =
            switch value.content {
            case .table: "an inline table, closed for good; add the keys between its braces"
            case .array: "an array, closed for good; add the tables between its brackets"
            case .string, .integer, .float, .boolean:
                "a value, which can hold no keys; rename one of the two"
            }
        return TOMLError(at: place, "`\(self)` on line \(earlier.place.line) is \(remedy)")
    }
}

extension KeyPart: CustomStringConvertible {
    /// The name as it is written.
    var description: String { key.description.tomlExcerpt }
}

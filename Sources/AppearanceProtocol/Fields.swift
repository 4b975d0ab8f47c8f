package import AppearanceModel

/// The members of an object that the daemon sent, read by name and type.
package struct Fields {
    private let json: JSON
    private let path: String

    /// Creates the members of an object; `path` is its name in errors.
    package init(_ json: JSON, of path: String) {
        self.json = json
        self.path = path
    }

    package func string(_ name: String) throws(JSONError) -> String {
        try required(name, optionalString(name))
    }

    package func bool(_ name: String) throws(JSONError) -> Bool {
        try required(name, optionalBool(name))
    }

    package func integer(_ name: String) throws(JSONError) -> Int64 {
        try required(name, optional(name, \.integer))
    }

    package func number(_ name: String) throws(JSONError) -> Double {
        try required(name, optionalNumber(name))
    }

    /// Returns an instant in microseconds since the epoch.
    package func time(_ name: String) throws(JSONError) -> WallTime {
        try required(name, optionalTime(name))
    }

    /// Returns one of the words of an enumeration.
    package func word<Word: RawRepresentable<String>>(_ name: String) throws(JSONError)
        -> Word
    {
        try required(name, optionalWord(name))
    }

    /// Returns the elements of an array.
    package func elements(_ name: String) throws(JSONError) -> [Fields] {
        try required(name, optional(name, \.array)).map { Fields($0, of: "\(path).\(name)") }
    }

    /// Returns a member as it is; `nil` if missing or null.
    package func optionalJSON(_ name: String) throws(JSONError) -> JSON? {
        try optional(name) { $0 }
    }

    /// Returns the elements of an array of texts.
    package func strings(_ name: String) throws(JSONError) -> [String] {
        let elements = try required(name, optional(name, \.array))
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else { throw unexpected(name) }
        return texts
    }

    /// Returns the elements of an array of arrays of two whole numbers.
    package func pairs(_ name: String) throws(JSONError) -> [(Int64, Int64)] {
        var pairs: [(Int64, Int64)] = []
        for element in try required(name, optional(name, \.array)) {
            let numbers = element.array?.compactMap(\.integer) ?? []
            guard numbers.count == 2, element.array?.count == 2 else { throw unexpected(name) }
            pairs.append((numbers[0], numbers[1]))
        }
        return pairs
    }

    package func object(_ name: String) throws(JSONError) -> Fields {
        try required(name, optionalObject(name))
    }

    /// Returns a truth value; `nil` if missing or null.
    package func optionalBool(_ name: String) throws(JSONError) -> Bool? {
        try optional(name, \.bool)
    }

    /// Returns a text; `nil` if missing or null.
    package func optionalString(_ name: String) throws(JSONError) -> String? {
        try optional(name, \.string)
    }

    /// Returns a number; `nil` if missing or null.
    package func optionalNumber(_ name: String) throws(JSONError) -> Double? {
        try optional(name, \.number)
    }

    /// Returns a whole number; `nil` if missing or null.
    package func optionalInteger(_ name: String) throws(JSONError) -> Int64? {
        try optional(name, \.integer)
    }

    /// Returns an instant; `nil` if missing or null.
    package func optionalTime(_ name: String) throws(JSONError) -> WallTime? {
        try optional(name, \.integer).map(WallTime.init(microsecondsSinceEpoch:))
    }

    /// Returns one of the words of an enumeration; `nil` if missing or null.
    package func optionalWord<Word: RawRepresentable<String>>(
        _ name: String
    ) throws(JSONError) -> Word? {
        guard let text = try optionalString(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw unexpected(name) }
        return word
    }

    /// Returns one of the words of an enumeration; `other` for a word of a newer daemon.
    package func word<Word: RawRepresentable<String>>(
        _ name: String, else other: Word
    ) throws(JSONError) -> Word {
        Word(rawValue: try string(name)) ?? other
    }

    /// Returns one of the words of an enumeration; `nil` if missing or null, and for a word of a newer daemon.
    package func knownWord<Word: RawRepresentable<String>>(
        _ name: String
    ) throws(JSONError) -> Word? {
        try optionalString(name).flatMap(Word.init)
    }

    /// Returns an object; `nil` if missing or null.
    package func optionalObject(_ name: String) throws(JSONError) -> Fields? {
        switch json[name] {
        case nil, .null: return nil
        case .object: return Fields(json[name] ?? .null, of: "\(path).\(name)")
        case .bool, .integer, .real, .string, .array: throw unexpected(name)
        }
    }

    private func optional<Value>(
        _ name: String, _ type: (JSON) -> Value?
    ) throws(JSONError) -> Value? {
        guard let member = json[name], member != .null else { return nil }
        guard let value = type(member) else { throw unexpected(name) }
        return value
    }

    private func required<Value>(
        _ name: String, _ value: Value?
    ) throws(JSONError) -> Value {
        guard let value else { throw unexpected(name) }
        return value
    }

    /// Returns the error for a missing or invalid member.
    package func unexpected(_ name: String) -> JSONError {
        JSONError(path: path.isEmpty ? name : "\(path).\(name)")
    }
}

/// The path of a member, such as `status.mode`; empty for the text as a whole.
package struct MemberPath: ParsePlace {
    package var path: String

    package func sentence(_ problem: String) -> String { problem }
}

/// The error of a text that is not valid JSON, or whose members are not as expected.
package typealias JSONError = ParseError<MemberPath>

extension ParseError<MemberPath> {
    /// The path of the missing or invalid member; empty for a syntax error.
    package var path: String { place.path }

    /// A missing member, or one of another type or with an unknown word.
    package init(path: String) {
        self.init(at: MemberPath(path: path), "\(path) is missing or invalid")
    }

    /// A text that cannot be read.
    package init(problem: String) { self.init(at: MemberPath(path: ""), problem) }
}

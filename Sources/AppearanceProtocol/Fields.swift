package import AppearanceModel

/// The members of an object that the daemon sent, each asked for by its name and type.
package struct Fields {
    private let json: JSON
    private let path: String

    /// The members of an object; `path` is what a complaint calls it.
    package init(_ json: JSON, of path: String) {
        self.json = json
        self.path = path
    }

    /// A text.
    package func string(_ name: String) throws(UnexpectedShape) -> String {
        try required(name, optionalString(name))
    }

    /// A truth value.
    package func bool(_ name: String) throws(UnexpectedShape) -> Bool {
        try required(name, optionalBool(name))
    }

    /// A whole number.
    package func integer(_ name: String) throws(UnexpectedShape) -> Int64 {
        try required(name, optional(name, \.integer))
    }

    /// A number.
    package func number(_ name: String) throws(UnexpectedShape) -> Double {
        try required(name, optionalNumber(name))
    }

    /// An instant in microseconds since the epoch.
    package func time(_ name: String) throws(UnexpectedShape) -> WallTime {
        try required(name, optionalTime(name))
    }

    /// One of the words of an enumeration.
    package func word<Word: RawRepresentable<String>>(_ name: String) throws(UnexpectedShape)
        -> Word
    {
        try required(name, optionalWord(name))
    }

    /// The elements of an array.
    package func elements(_ name: String) throws(UnexpectedShape) -> [Fields] {
        try required(name, optional(name, \.array)).map { Fields($0, of: "\(path).\(name)") }
    }

    /// A member as it is, or nil.
    package func optionalJSON(_ name: String) throws(UnexpectedShape) -> JSON? {
        try optional(name) { $0 }
    }

    /// The elements of an array of texts.
    package func strings(_ name: String) throws(UnexpectedShape) -> [String] {
        let elements = try required(name, optional(name, \.array))
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else { throw unexpected(name) }
        return texts
    }

    /// The elements of an array of arrays of two whole numbers.
    package func pairs(_ name: String) throws(UnexpectedShape) -> [(Int64, Int64)] {
        var pairs: [(Int64, Int64)] = []
        for element in try required(name, optional(name, \.array)) {
            let numbers = element.array?.compactMap(\.integer) ?? []
            guard numbers.count == 2, element.array?.count == 2 else { throw unexpected(name) }
            pairs.append((numbers[0], numbers[1]))
        }
        return pairs
    }

    /// An object within.
    package func object(_ name: String) throws(UnexpectedShape) -> Fields {
        try required(name, optionalObject(name))
    }

    /// A member that may be missing or null.
    package func optionalBool(_ name: String) throws(UnexpectedShape) -> Bool? {
        try optional(name, \.bool)
    }

    /// A text, or nil.
    package func optionalString(_ name: String) throws(UnexpectedShape) -> String? {
        try optional(name, \.string)
    }

    /// A number, or nil.
    package func optionalNumber(_ name: String) throws(UnexpectedShape) -> Double? {
        try optional(name, \.number)
    }

    /// A whole number, or nil.
    package func optionalInteger(_ name: String) throws(UnexpectedShape) -> Int64? {
        try optional(name, \.integer)
    }

    /// An instant, or nil.
    package func optionalTime(_ name: String) throws(UnexpectedShape) -> WallTime? {
        try optional(name, \.integer).map(WallTime.init(microsecondsSinceEpoch:))
    }

    /// One of the words of an enumeration, or nil.
    package func optionalWord<Word: RawRepresentable<String>>(
        _ name: String
    ) throws(UnexpectedShape) -> Word? {
        guard let text = try optionalString(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw unexpected(name) }
        return word
    }

    /// An object within, or nil.
    package func optionalObject(_ name: String) throws(UnexpectedShape) -> Fields? {
        switch json[name] {
        case nil, .null: return nil
        case .object: return Fields(json[name] ?? .null, of: "\(path).\(name)")
        case .bool, .integer, .real, .string, .array: throw unexpected(name)
        }
    }

    private func optional<Value>(
        _ name: String, _ type: (JSON) -> Value?
    ) throws(UnexpectedShape) -> Value? {
        guard let member = json[name], member != .null else { return nil }
        guard let value = type(member) else { throw unexpected(name) }
        return value
    }

    private func required<Value>(
        _ name: String, _ value: Value?
    ) throws(UnexpectedShape) -> Value {
        guard let value else { throw unexpected(name) }
        return value
    }

    /// The complaint that a member is not as it must be.
    package func unexpected(_ name: String) -> UnexpectedShape {
        UnexpectedShape(path: path.isEmpty ? name : "\(path).\(name)")
    }
}

/// A reply that lacks a member, or has it with another type or an unknown word.
package struct UnexpectedShape: Error, Equatable {
    /// Where, such as `status.mode`.
    package let path: String
}

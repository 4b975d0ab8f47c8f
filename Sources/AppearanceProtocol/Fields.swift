internal import AppearanceModel

/// The members of an object that the daemon sent, each asked for by its name and type.
struct Fields {
    private let json: JSON
    private let path: String

    init(_ json: JSON, of path: String) {
        self.json = json
        self.path = path
    }

    func string(_ name: String) throws(UnexpectedShape) -> String {
        try required(name, optionalString(name))
    }

    func bool(_ name: String) throws(UnexpectedShape) -> Bool {
        try required(name, optional(name, \.bool))
    }

    func integer(_ name: String) throws(UnexpectedShape) -> Int64 {
        try required(name, optional(name, \.integer))
    }

    func number(_ name: String) throws(UnexpectedShape) -> Double {
        try required(name, optionalNumber(name))
    }

    func time(_ name: String) throws(UnexpectedShape) -> WallTime {
        try required(name, optionalTime(name))
    }

    func word<Word: RawRepresentable<String>>(_ name: String) throws(UnexpectedShape) -> Word {
        try required(name, optionalWord(name))
    }

    func elements(_ name: String) throws(UnexpectedShape) -> [Fields] {
        try required(name, optional(name, \.array)).map { Fields($0, of: "\(path).\(name)") }
    }

    func object(_ name: String) throws(UnexpectedShape) -> Fields {
        try required(name, optionalObject(name))
    }

    func optionalString(_ name: String) throws(UnexpectedShape) -> String? {
        try optional(name, \.string)
    }

    func optionalNumber(_ name: String) throws(UnexpectedShape) -> Double? {
        try optional(name, \.number)
    }

    func optionalTime(_ name: String) throws(UnexpectedShape) -> WallTime? {
        try optional(name, \.integer).map(WallTime.init(microsecondsSinceEpoch:))
    }

    func optionalWord<Word: RawRepresentable<String>>(
        _ name: String
    ) throws(UnexpectedShape) -> Word? {
        guard let text = try optionalString(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw unexpected(name) }
        return word
    }

    func optionalObject(_ name: String) throws(UnexpectedShape) -> Fields? {
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

    private func unexpected(_ name: String) -> UnexpectedShape {
        UnexpectedShape(path: "\(path).\(name)")
    }
}

/// A reply that lacks a member, or has it with another type or an unknown word.
package struct UnexpectedShape: Error, Equatable {
    /// Where, such as `status.mode`.
    package let path: String
}

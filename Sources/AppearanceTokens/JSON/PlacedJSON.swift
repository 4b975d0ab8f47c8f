/// A JSON value that knows where in its file it stands.
struct PlacedJSON {
    /// What can stand there.
    enum Value {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([PlacedJSON])
        case object([Member])
    }

    /// A name of an object with its place and its value.
    struct Member {
        var name: String
        var place: Place
        var value: PlacedJSON
    }

    /// A line and a character in it, from 1.
    struct Place: Hashable {
        var line: Int
        var column: Int
    }

    var value: Value
    var place: Place

    subscript(name: String) -> PlacedJSON? { members?.first { $0.name == name }?.value }

    var members: [Member]? { if case .object(let members) = value { members } else { nil } }
    var elements: [PlacedJSON]? { if case .array(let elements) = value { elements } else { nil } }
    var string: String? { if case .string(let text) = value { text } else { nil } }
    var number: Double? { if case .number(let number) = value { number } else { nil } }

    /// What it is, for a person who expected something else.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): "the number \(number)"
        case .string(let text): "the text \"\(text.prefix(40))\""
        case .array: "a list"
        case .object: "an object"
        }
    }
}

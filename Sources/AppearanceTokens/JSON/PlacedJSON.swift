internal import AppearanceModel

/// A JSON value with its position in the file.
struct PlacedJSON: Sendable {
    enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([PlacedJSON])
        case object([Member])
    }

    struct Member: Sendable {
        var name: String
        var place: Place
        var value: PlacedJSON
    }

    /// A position: line and column, from 1, and the file by its number.
    struct Place: ParsePlace {
        var line: Int
        var column: Int
        var file = 0

        func sentence(_ problem: String) -> String { "line \(line), column \(column): \(problem)" }
    }

    var value: Value
    var place: Place

    subscript(name: String) -> PlacedJSON? { members?.first { $0.name == name }?.value }

    var members: [Member]? { if case .object(let members) = value { members } else { nil } }
    var elements: [PlacedJSON]? { if case .array(let elements) = value { elements } else { nil } }
    var string: String? { if case .string(let text) = value { text } else { nil } }
    var number: Double? { if case .number(let number) = value { number } else { nil } }

    /// The kind of the value, for an error message.
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

/// The error of an invalid text or value, with its position and remedy.
typealias PlacedError = ParseError<PlacedJSON.Place>

extension ParseError<PlacedJSON.Place> {
    init(_ value: PlacedJSON, _ reason: String) { self.init(at: value.place, reason) }
}

/// JSON formatted for people: a value that fits is on one line.
enum JSONText {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([Member])

    struct Member {
        var name: String
        var value: JSONText

        init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// Returns the text, with lines of at most this width where possible.
    func text(width: Int = 100) -> String {
        var text = ""
        write(to: &text, indent: 0, room: width)
        return text + "\n"
    }

    private func write(to text: inout String, indent: Int, room: Int) {
        let line = oneLine
        // An object of tokens has a line for each.
        if !isGroup, line.utf8.count <= room {
            text += line
            return
        }
        let inner = String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        switch self {
        case .null, .bool, .number, .string: text += line
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                text += (index == 0 ? "\n" : ",\n") + inner
                element.write(to: &text, indent: indent + 2, room: 97 - indent)
            }
            text += end + "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                let label = Self.quoted(member.name) + ": "
                text += (index == 0 ? "\n" : ",\n") + inner + label
                member.value.write(
                    to: &text, indent: indent + 2, room: 97 - indent - label.utf8.count)
            }
            text += end + "}"
        }
    }

    private var isGroup: Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.value.hasValue }
    }

    /// Whether it is a token or a group of tokens.
    private var hasValue: Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.name == "$value" || $0.name == "$ref" || $0.value.hasValue }
    }

    private var oneLine: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.plain
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.oneLine).joined(separator: ", ") + "]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ "
                    + members.map { Self.quoted($0.name) + ": " + $0.value.oneLine }
                    .joined(separator: ", ") + " }"
        }
    }

    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}

extension JSONText {
    /// Creates the text of a value that was read.
    init(_ value: PlacedJSON) {
        switch value.value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(JSONText.init))
        case .object(let members):
            self = .object(members.map { Member($0.name, JSONText($0.value)) })
        }
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    init(stringLiteral text: String) { self = .string(text) }

    /// Creates an object whose members have this order.
    init(dictionaryLiteral members: (String, JSONText)...) {
        self = .object(members.map(Member.init))
    }
}

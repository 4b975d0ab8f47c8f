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

/// JSON that is to be read by people: what fits on a line is on one line.
enum JSONText {
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([Member])

    /// A name of an object with its value.
    struct Member {
        var name: String
        var value: JSONText

        init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// The text, its lines at most so wide where they can be.
    func text(width: Int = 100) -> String {
        var text = ""
        write(to: &text, indent: 0, room: width)
        return text + "\n"
    }

    private func write(to text: inout String, indent: Int, room: Int) {
        let line = oneLine
        // An object of tokens is easier to read with a line for each.
        if !isGroup, line.utf8.count <= room {
            text += line
            return
        }
        let inner = String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        switch self {
        case .number, .string: text += line
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

    /// Whether it is a token or a group of them.
    private var hasValue: Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.name == "$value" || $0.value.hasValue }
    }

    private var oneLine: String {
        switch self {
        case .number(let number):
            // Exact: a whole number up to 2^53 has no other.
            number == number.rounded() && abs(number) < 9e15
                ? String(Int64(number)) : number.description
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

import AppearanceModel
import TOML

extension ValueKind
where
    Value: RawRepresentable & CaseIterable & Equatable & Sendable, Value.RawValue == String
{
    /// One of a few words.
    static var word: ValueKind {
        let words = Value.allCases.map(\.rawValue)
        let range = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return ValueKind(
            range: range,
            read: { value throws(ValueError) in
                let text = try value.string(wanted: "a word", like: words.first ?? "")
                guard let word = Value(rawValue: text) else {
                    throw ValueError(
                        value, "\(text.tomlQuoted.tomlExcerpt) is not known; use \(range)")
                }
                return word
            },
            write: { $0.rawValue.tomlQuoted })
    }
}

extension ValueKind<[String]> {
    /// A list of names, each of at least one character.
    static let names = ValueKind(
        range: "a list of names, which may be empty",
        read: { value throws(ValueError) in
            guard case .array(let elements) = value.content else {
                throw ValueError(value, "wants a list such as [\"als\"], found \(value.found)")
            }
            var names: [String] = []
            for element in elements {
                let name = try element.string(wanted: "a name", like: "als")
                if name.isEmpty { throw ValueError(element, "\"\" names nothing; remove it") }
                names.append(name)
            }
            return names
        },
        write: { "[" + $0.map(\.tomlQuoted).joined(separator: ", ") + "]" })
}

extension ValueKind<String> {
    /// A time zone's name, as safe as it can be told without a time zone database.
    static let timeZone = ValueKind(
        range: "an IANA name such as Europe/Berlin, or \"\" for the system's",
        read: { value throws(ValueError) in
            let text = try value.string(wanted: "a time zone", like: "Europe/Berlin")
            guard text.isEmpty || isZoneName(text) else {
                throw ValueError(
                    value,
                    "\(text.tomlQuoted.tomlExcerpt) is not a time zone; write an IANA name such "
                        + "as \"Europe/Berlin\", or \"\" for the system's")
            }
            return text
        },
        write: \.tomlQuoted)

    /// The name becomes a path below the zone database, which it must not leave.
    private static func isZoneName(_ text: String) -> Bool {
        text.utf8.count <= 64
            && text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { part in
                    !part.isEmpty
                        && part.allSatisfy { byte in
                            switch Unicode.Scalar(byte) {
                            case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-": true
                            default: false
                            }
                        }
                }
    }
}

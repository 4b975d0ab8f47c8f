import AppearanceModel
import TOML

extension ValueKind<Bool> {
    /// Yes or no.
    static let truth = ValueKind(
        range: "true or false",
        read: { value throws(ValueError) in
            guard case .boolean(let truth) = value.content else {
                throw ValueError(value, "wants true or false without quotes, found \(value.found)")
            }
            return truth
        },
        write: { $0 ? "true" : "false" })
}

extension ValueKind<AccentColor> {
    /// A colour as a web page writes it.
    static let color = ValueKind(
        range: "a colour such as #3584e4",
        read: { value throws(ValueError) in
            let text = try value.string(wanted: "a colour", like: "#3584e4")
            guard let color = AccentColor(text) else {
                throw ValueError(
                    value,
                    "\(text.tomlQuoted.tomlExcerpt) is not a colour; write # and six hexadecimal "
                        + "digits, such as \"#3584e4\"")
            }
            return color
        },
        write: { $0.text.tomlQuoted })
}

extension ValueKind {
    /// The same, for a key that says nothing until it is given.
    static func unlessAbsent<Given>(_ kind: ValueKind<Given>) -> ValueKind where Value == Given? {
        ValueKind(
            range: kind.range,
            read: { value throws(ValueError) in try kind.read(value) },
            write: { $0.flatMap(kind.write) })
    }
}

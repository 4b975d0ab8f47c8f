import CDBus

extension DBusValue {
    /// The type of the value in the letters of the wire, such as `a{sv}`.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{" + key + value + "}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    /// Whether the text is the signature of exactly one complete value.
    static func isSingleSignature(_ text: String) -> Bool {
        !text.utf8.contains(0) && dbus_signature_validate_single(text, nil) != 0
    }

    /// Whether the text is a signature: of any number of complete values, or of none.
    static func isSignature(_ text: String) -> Bool {
        !text.utf8.contains(0) && dbus_signature_validate(text, nil) != 0
    }

    /// Whether the text is the path of an object.
    static func isObjectPath(_ text: String) -> Bool {
        !text.utf8.contains(0) && dbus_validate_path(text, nil) != 0
    }
}

extension Collection where Element == DBusValue {
    /// The types of the values, one after the other, as a message declares them.
    package var signature: String { map(\.signature).joined() }
}

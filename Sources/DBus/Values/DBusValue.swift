import CDBus

/// One complete value of a D-Bus message, of any type but a file descriptor.
///
/// Containers carry the signature of their contents, so that an empty one keeps its type.
/// https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
package enum DBusValue: Hashable, Sendable {
    /// An unsigned 8-bit integer, `y`.
    case byte(UInt8)
    /// A Boolean, `b`.
    case boolean(Bool)
    /// A signed 16-bit integer, `n`.
    case int16(Int16)
    /// An unsigned 16-bit integer, `q`.
    case uint16(UInt16)
    /// A signed 32-bit integer, `i`.
    case int32(Int32)
    /// An unsigned 32-bit integer, `u`.
    case uint32(UInt32)
    /// A signed 64-bit integer, `x`.
    case int64(Int64)
    /// An unsigned 64-bit integer, `t`.
    case uint64(UInt64)
    /// A floating-point number, `d`.
    case double(Double)
    /// A string without a NUL in it, `s`.
    case string(String)
    /// The path of an object, `o`.
    case objectPath(String)
    /// A signature, `g`.
    case signature(String)
    /// Values of one type, `a…`.
    case array(of: String, [DBusValue])
    /// Keys of one basic type to values of one type, `a{…}`, in the order of the wire.
    case dictionary(key: String, value: String, [Entry])
    /// Values of any types in a fixed order, `(…)`; never empty.
    case structure([DBusValue])
    /// A value together with its type, `v`.
    indirect case variant(DBusValue)

    /// One key of a dictionary and its value.
    package struct Entry: Hashable, Sendable {
        /// The key, of a basic type.
        package let key: DBusValue
        /// The value.
        package let value: DBusValue

        /// A key and its value.
        package init(_ key: DBusValue, _ value: DBusValue) {
            self.key = key
            self.value = value
        }
    }

    /// The depth to which containers can be nested in one signature.
    package static let maximumDepth = 32
}

extension DBusValue {
    /// An array of strings, `as`.
    package static func strings(_ strings: [String]) -> DBusValue {
        .array(of: "s", strings.map(DBusValue.string))
    }

    /// Names and values of any type, `a{sv}`, ordered by name so that equal values have equal
    /// bytes.
    package static func properties(_ properties: [String: DBusValue]) -> DBusValue {
        let entries = properties.sorted { $0.key < $1.key }
        return .dictionary(
            key: "s", value: "v", entries.map { Entry(.string($0.key), .variant($0.value)) })
    }
}

extension DBusValue {
    /// The type of the value in the letters of D-Bus, such as `a{sv}`.
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

    /// Returns whether the text is the signature of exactly one complete value.
    static func isSingleSignature(_ text: String) -> Bool {
        !text.utf8.contains(0) && dbus_signature_validate_single(text, nil) != 0
    }

    /// Returns whether the text is a signature: of any number of complete values, or of none.
    static func isSignature(_ text: String) -> Bool {
        !text.utf8.contains(0) && dbus_signature_validate(text, nil) != 0
    }

    /// Returns whether the text is the path of an object.
    static func isObjectPath(_ text: String) -> Bool {
        !text.utf8.contains(0) && dbus_validate_path(text, nil) != 0
    }
}

extension Collection where Element == DBusValue {
    /// Returns the types of the values, one after the other, as a message declares them.
    package var signature: String { map(\.signature).joined() }
}

// The contents of a value for a reader that expects one type; variants are opened. To distinguish
// integer types, match the case.
extension DBusValue {
    /// The text of a string; `nil` for another type.
    package var text: String? {
        guard case .string(let text) = unwrapped else { return nil }
        return text
    }

    /// The Boolean; `nil` for another type.
    package var flag: Bool? {
        guard case .boolean(let flag) = unwrapped else { return nil }
        return flag
    }

    /// The floating-point number; `nil` for another type.
    package var number: Double? {
        guard case .double(let number) = unwrapped else { return nil }
        return number
    }

    /// The texts of an array of strings; `nil` for another type.
    package var strings: [String]? {
        guard case .array(of: "s", let elements) = unwrapped else { return nil }
        return elements.compactMap(\.text)
    }

    /// The names and values, with variants opened; `nil` unless the keys are strings.
    package var properties: [String: DBusValue]? {
        guard case .dictionary(key: "s", _, let entries) = unwrapped else { return nil }
        var properties = [String: DBusValue](minimumCapacity: entries.count)
        for entry in entries {
            guard let name = entry.key.text else { return nil }
            properties[name] = entry.value.unwrapped
        }
        return properties
    }

    /// The value itself, outside every variant around it.
    package var unwrapped: DBusValue {
        guard case .variant(let content) = self else { return self }
        return content.unwrapped
    }
}

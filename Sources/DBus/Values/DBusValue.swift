/// One complete value of a D-Bus message, of any type but a file descriptor.
///
/// Containers carry the signature of what they hold, so that an empty one keeps its type.
/// https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
package enum DBusValue: Hashable, Sendable {
    /// An unsigned 8-bit integer, `y`.
    case byte(UInt8)
    /// A truth value, `b`.
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
    /// Text without a NUL in it, `s`.
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
    /// A value that carries its type along, `v`.
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

    /// How deep containers may lie in one another, which is what one signature can say.
    package static let maximumDepth = 32
}

extension DBusValue {
    /// An array of strings, `as`.
    package static func strings(_ strings: [String]) -> DBusValue {
        .array(of: "s", strings.map(DBusValue.string))
    }

    /// Names to values of any type, `a{sv}`, ordered by name so that equal means alike on the wire.
    package static func properties(_ properties: [String: DBusValue]) -> DBusValue {
        let entries = properties.sorted { $0.key < $1.key }
        return .dictionary(
            key: "s", value: "v", entries.map { Entry(.string($0.key), .variant($0.value)) })
    }
}

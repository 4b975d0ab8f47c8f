/// A JSON value; an object keeps the order of its members.
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    /// One member of an object.
    package struct Member: Equatable, Sendable {
        /// The name; no other member of the object has it.
        package let name: String
        /// The value.
        package let value: JSON

        /// Creates a member.
        package init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }
    }
}

extension JSON {
    /// The value of an object's member; `nil` if this is not an object or has no such member.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The truth value; `nil` for anything else.
    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number; `nil` for anything else, also for `1.0`.
    package var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The number, whole or not; `nil` for anything else.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The text; `nil` for anything else.
    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements; `nil` for anything but an array.
    package var array: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

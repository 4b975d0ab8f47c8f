// What a value holds, for a reader who expects one type. A variant is looked through: whoever asks
// for text does not care how it was wrapped. To tell integer types apart, match the case.
extension DBusValue {
    /// The text of a string; nil for another type.
    package var text: String? {
        guard case .string(let text) = unwrapped else { return nil }
        return text
    }

    /// The truth value; nil for another type.
    package var flag: Bool? {
        guard case .boolean(let flag) = unwrapped else { return nil }
        return flag
    }

    /// The floating-point number; nil for another type.
    package var number: Double? {
        guard case .double(let number) = unwrapped else { return nil }
        return number
    }

    /// The elements of an array; nil for another type.
    package var elements: [DBusValue]? {
        guard case .array(_, let elements) = unwrapped else { return nil }
        return elements
    }

    /// The texts of an array of strings; nil for another type.
    package var strings: [String]? {
        guard case .array(of: "s", let elements) = unwrapped else { return nil }
        return elements.compactMap(\.text)
    }

    /// Names to values, with variants opened; nil unless the keys are strings.
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

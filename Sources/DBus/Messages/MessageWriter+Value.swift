extension MessageWriter {
    /// Appends a value with everything in it; a value that cannot be encoded is refused.
    package mutating func append(_ value: DBusValue) {
        if hasType(value) { contents(of: value) }
    }

    /// Appends a variant that holds the value.
    package mutating func variant(_ content: DBusValue) {
        if hasType(content) { variant(content.signature) { $0.contents(of: content) } }
    }

    /// Returns whether the type of a value is valid; only that of a container can be invalid.
    private mutating func hasType(_ value: DBusValue) -> Bool {
        switch value {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
            .objectPath, .signature, .variant:
            return true
        case .array, .dictionary, .structure:
            if DBusValue.isSingleSignature(value.signature) { return true }
            fail("\(value.signature.debugDescription) is not the type of a value")
            return false
        }
    }

    /// Appends a value whose type was checked by a signature before.
    private mutating func contents(of value: DBusValue) {
        switch value {
        case .byte(let number): byte(number)
        case .boolean(let flag): boolean(flag)
        case .int16(let number): int16(number)
        case .uint16(let number): uint16(number)
        case .int32(let number): int32(number)
        case .uint32(let number): uint32(number)
        case .int64(let number): int64(number)
        case .uint64(let number): uint64(number)
        case .double(let number): double(number)
        case .string(let text): string(text)
        case .objectPath(let path): objectPath(path)
        case .signature(let text): signature(text)
        case .array(let element, let elements):
            array(of: element) { array in
                for value in elements { array.contents(of: value, as: element) }
            }
        case .dictionary(let key, let value, let entries):
            array(of: "{\(key)\(value)}") { array in
                for entry in entries {
                    array.entry {
                        $0.contents(of: entry.key, as: key)
                        $0.contents(of: entry.value, as: value)
                    }
                }
            }
        case .structure(let members):
            structure { for member in members { $0.contents(of: member) } }
        case .variant(let content): variant(content)
        }
    }

    private mutating func contents(of value: DBusValue, as signature: String) {
        guard value.signature == signature else {
            return fail("\(value.signature) stands in a container of \(signature)")
        }
        contents(of: value)
    }
}

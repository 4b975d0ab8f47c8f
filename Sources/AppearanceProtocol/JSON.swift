internal import CJansson

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
        package let value: JSON

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

// The only file that uses jansson and its pointers. Everything else uses `JSON`.

extension JSON {
    /// The deepest nesting of arrays and objects; none of our messages needs five levels.
    package static let depthLimit = 32

    /// Reads one object or array.
    ///
    /// Rejected are, besides invalid JSON: a duplicate name in an object, invalid UTF-8, numbers
    /// beyond the range of a double, and more levels than `depthLimit`. A whole number beyond 64
    /// bits becomes a real, so that a reader of an integer rejects it by name; in such a text so does
    /// every other beyond 53 bits, and `1.0` becomes an integer.
    package init(decoding text: [UInt8]) throws(JSONError) {
        guard Self.depth(of: text) <= Self.depthLimit else {
            throw JSONError(problem: "more than \(Self.depthLimit) levels deep")
        }
        let strict = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL)
        var document = Document(text: text, flags: strict)
        let overflows = document.failure == json_error_numeric_overflow
        if overflows {
            document = Document(text: text, flags: strict | Int(JSON_DECODE_INT_AS_REAL))
        }
        guard let root = document.root else { throw JSONError(problem: document.problem) }
        self = JSON(copying: root, wholeRealsAsIntegers: overflows)
    }

    /// Returns the deepest nesting, counted before jansson recurses.
    private static func depth(of text: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var inString = false
        var escaped = false
        for byte in text {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    private init(copying value: UnsafeMutablePointer<json_t>, wholeRealsAsIntegers: Bool) {
        func copy(_ value: UnsafeMutablePointer<json_t>) -> JSON {
            JSON(copying: value, wholeRealsAsIntegers: wholeRealsAsIntegers)
        }
        switch value.pointee.type {
        case JSON_OBJECT: self = .object(Self.members(of: value, copy))
        case JSON_ARRAY:
            self = .array(
                (0..<json_array_size(value)).compactMap { json_array_get(value, $0).map(copy) })
        case JSON_STRING:
            self = .string(
                Self.text(json_string_value(value), length: json_string_length(value)))
        case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
        case JSON_REAL:
            let real = json_real_value(value)
            // A real has each whole number of 53 bits exactly.
            if wholeRealsAsIntegers, abs(real) <= 0x1p53, let whole = Int64(exactly: real) {
                self = .integer(whole)
            } else {
                self = .real(real)
            }
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        default: self = .null
        }
    }

    private static func members(
        of object: UnsafeMutablePointer<json_t>, _ copy: (UnsafeMutablePointer<json_t>) -> JSON
    ) -> [Member] {
        var members: [Member] = []
        members.reserveCapacity(json_object_size(object))
        var position = json_object_iter(object)
        while let current = position {
            if let value = json_object_iter_value(current) {
                let name = text(
                    json_object_iter_key(current), length: json_object_iter_key_len(current))
                members.append(Member(name: name, value: copy(value)))
            }
            position = json_object_iter_next(object, current)
        }
        return members
    }

    /// Copies text that jansson has found to be UTF-8; it may contain NUL characters.
    private static func text(_ start: UnsafePointer<CChar>?, length: Int) -> String {
        let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The owner of jansson's tree.
private struct Document: ~Copyable {
    let root: UnsafeMutablePointer<json_t>?
    let failure: json_error_code
    let problem: String

    init(text: [UInt8], flags: Int) {
        var error = json_error_t()
        root = text.withUnsafeBytes { bytes in
            // An empty buffer may have no address, and jansson rejects a null pointer.
            bytes.isEmpty
                ? json_loadb("", 0, flags, &error)
                : json_loadb(
                    bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, flags,
                    &error)
        }
        failure = root == nil ? json_error_code(&error) : json_error_unknown
        problem =
            root == nil
            ? withUnsafeBytes(of: &error.text) { text in
                String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            } : ""
    }

    deinit { json_decref(root) }
}

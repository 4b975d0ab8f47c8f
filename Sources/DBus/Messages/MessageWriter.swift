import AppearanceLimits
import CDBus

/// Writes the arguments of one message, directly into its bytes.
///
/// An invalid value from outside (a NUL in a string, an invalid path) is recorded instead of
/// thrown: the rest is skipped, and the message is refused when it is complete. Containers take
/// their contents in a closure, so they close where they end.
package struct MessageWriter: ~Copyable {
    private var iterator = DBusMessageIter()
    private var depth = 0
    private var bytesLeft = Limits.sentBytes
    private(set) var failure: DBusError?

    init(appendingTo message: OpaquePointer) {
        dbus_message_iter_init_append(message, &iterator)
    }

    /// Appends an unsigned 8-bit integer, `y`.
    package mutating func byte(_ number: UInt8) { basic(CDBUS_TYPE_BYTE, number) }
    /// Appends a Boolean, `b`.
    package mutating func boolean(_ flag: Bool) {
        basic(CDBUS_TYPE_BOOLEAN, dbus_bool_t(flag ? 1 : 0))
    }
    /// Appends a signed 16-bit integer, `n`.
    package mutating func int16(_ number: Int16) { basic(CDBUS_TYPE_INT16, number) }
    /// Appends an unsigned 16-bit integer, `q`.
    package mutating func uint16(_ number: UInt16) { basic(CDBUS_TYPE_UINT16, number) }
    /// Appends a signed 32-bit integer, `i`.
    package mutating func int32(_ number: Int32) { basic(CDBUS_TYPE_INT32, number) }
    /// Appends an unsigned 32-bit integer, `u`.
    package mutating func uint32(_ number: UInt32) { basic(CDBUS_TYPE_UINT32, number) }
    /// Appends a signed 64-bit integer, `x`.
    package mutating func int64(_ number: Int64) { basic(CDBUS_TYPE_INT64, number) }
    /// Appends an unsigned 64-bit integer, `t`.
    package mutating func uint64(_ number: UInt64) { basic(CDBUS_TYPE_UINT64, number) }
    /// Appends a floating-point number, `d`.
    package mutating func double(_ number: Double) { basic(CDBUS_TYPE_DOUBLE, number) }

    /// Appends a string, `s`; one with a NUL in it is refused.
    package mutating func string(_ text: String) {
        guard !text.hasNUL else {
            return fail("a text on the bus cannot hold the NUL in \(text.echo.debugDescription)")
        }
        characters(CDBUS_TYPE_STRING, text)
    }

    /// Appends the path of an object, `o`.
    package mutating func objectPath(_ path: String) {
        guard DBusValue.isObjectPath(path) else {
            return fail("\(path.echo.debugDescription) is not an object path such as /org/example")
        }
        characters(CDBUS_TYPE_OBJECT_PATH, path)
    }

    /// Appends a signature, `g`.
    package mutating func signature(_ signature: String) {
        guard DBusValue.isSignature(signature) else {
            return fail("\(signature.echo.debugDescription) is not a signature such as a{sv}")
        }
        characters(CDBUS_TYPE_SIGNATURE, signature)
    }

    /// Appends an array; every value that the body writes is of the one type named.
    package mutating func array(of element: String, _ body: (inout MessageWriter) -> Void) {
        element.withCString { container(CDBUS_TYPE_ARRAY, of: $0, body) }
    }

    /// Appends one entry of a dictionary, inside an array of `{…}`: a key, then a value.
    package mutating func entry(_ body: (inout MessageWriter) -> Void) {
        container(CDBUS_TYPE_DICT_ENTRY, of: nil, body)
    }

    /// Appends a structure of what the body writes.
    package mutating func structure(_ body: (inout MessageWriter) -> Void) {
        container(CDBUS_TYPE_STRUCT, of: nil, body)
    }

    /// Appends a variant that holds the one value the body writes, of the type named.
    package mutating func variant(_ content: String, _ body: (inout MessageWriter) -> Void) {
        content.withCString { container(CDBUS_TYPE_VARIANT, of: $0, body) }
    }

    /// Records an error; the first one counts.
    mutating func fail(_ message: String) {
        if failure == nil { failure = .invalidArgs(message) }
    }
}

extension MessageWriter {
    /// Returns whether so many more bytes may be written.
    private mutating func hasRoom(for bytes: Int) -> Bool {
        guard failure == nil else { return false }
        bytesLeft -= bytes
        if bytesLeft < 0 { fail("a message has at most \(Limits.sentBytes) bytes") }
        return bytesLeft >= 0
    }

    private mutating func basic<Number: BitwiseCopyable>(_ type: Int32, _ number: Number) {
        guard hasRoom(for: MemoryLayout<Number>.size) else { return }
        withUnsafePointer(to: number) {
            demandMemory(dbus_message_iter_append_basic(&iterator, type, $0))
        }
    }

    private mutating func characters(_ type: Int32, _ text: String) {
        guard hasRoom(for: text.utf8.count) else { return }
        text.withCString { characters in
            withUnsafePointer(to: characters) {
                demandMemory(dbus_message_iter_append_basic(&iterator, type, $0))
            }
        }
    }

    private mutating func container(
        _ type: Int32, of content: UnsafePointer<CChar>?, _ body: (inout MessageWriter) -> Void
    ) {
        guard failure == nil else { return }
        guard depth < DBusValue.maximumDepth else {
            return fail("containers lie more than \(DBusValue.maximumDepth) deep in one another")
        }
        var outside = iterator
        demandMemory(dbus_message_iter_open_container(&outside, type, content, &iterator))
        depth += 1
        body(&self)
        depth -= 1
        if failure == nil {
            demandMemory(dbus_message_iter_close_container(&outside, &iterator))
        } else {
            dbus_message_iter_abandon_container(&outside, &iterator)
        }
        iterator = outside
    }
}

/// Traps if libdbus found no memory, as Swift does.
func demandMemory(_ done: dbus_bool_t) {
    precondition(done != 0, "libdbus found no memory")
}

extension String {
    fileprivate var hasNUL: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
    }
}

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

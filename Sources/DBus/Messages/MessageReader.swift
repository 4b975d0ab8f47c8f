import AppearanceLimits
import CDBus

/// Reads the arguments of one message, or of one container in it, as values.
///
/// libdbus has validated every byte before a message arrives here; this reader refuses types that
/// these values cannot represent, and too many values. A message has up to 128 MiB, and its values
/// take up to fifty times as much, so decoding ends at the first value beyond the limits.
struct MessageReader {
    private var iterator = DBusMessageIter()
    private let depth: Int
    private var allowance: DecodingAllowance

    /// Reads the arguments of a message, which must outlive the reader.
    init(_ message: OpaquePointer, within allowance: DecodingAllowance) {
        dbus_message_iter_init(message, &iterator)
        depth = 0
        self.allowance = allowance
    }

    /// Reads the contents of the container at the position of another reader.
    private init(inside outer: inout MessageReader) throws(DBusError) {
        guard outer.depth < DBusValue.maximumDepth else {
            throw .invalidArgs(
                "containers lie more than \(DBusValue.maximumDepth) deep in one another")
        }
        dbus_message_iter_recurse(&outer.iterator, &iterator)
        depth = outer.depth + 1
        allowance = outer.allowance
    }

    /// Returns every value from here to the end.
    mutating func rest() throws(DBusError) -> [DBusValue] {
        var values: [DBusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    /// Returns the value here and advances to the next one; `nil` at the end.
    mutating func next() throws(DBusError) -> DBusValue? {
        let type = dbus_message_iter_get_arg_type(&iterator)
        guard type != CDBUS_TYPE_INVALID else { return nil }
        try allowance.spendValue()
        let value = try value(of: type)
        dbus_message_iter_next(&iterator)
        return value
    }

    private mutating func value(of type: Int32) throws(DBusError) -> DBusValue {
        switch type {
        case CDBUS_TYPE_BYTE: .byte(basic(0))
        case CDBUS_TYPE_BOOLEAN: .boolean(basic(dbus_bool_t(0)) != 0)
        case CDBUS_TYPE_INT16: .int16(basic(0))
        case CDBUS_TYPE_UINT16: .uint16(basic(0))
        case CDBUS_TYPE_INT32: .int32(basic(0))
        case CDBUS_TYPE_UINT32: .uint32(basic(0))
        case CDBUS_TYPE_INT64: .int64(basic(0))
        case CDBUS_TYPE_UINT64: .uint64(basic(0))
        case CDBUS_TYPE_DOUBLE: .double(basic(0))
        case CDBUS_TYPE_STRING: .string(try characters())
        case CDBUS_TYPE_OBJECT_PATH: .objectPath(try characters())
        case CDBUS_TYPE_SIGNATURE: .signature(try characters())
        case CDBUS_TYPE_ARRAY: try array()
        case CDBUS_TYPE_STRUCT: .structure(try inside())
        case CDBUS_TYPE_VARIANT: .variant(try inside()[0])
        case CDBUS_TYPE_UNIX_FD:
            throw .invalidArgs("a file descriptor (h) is not accepted; send a path or the data")
        default:
            throw .invalidArgs("a value of the unknown type code \(type) is not accepted")
        }
    }

    private mutating func array() throws(DBusError) -> DBusValue {
        let element = currentSignature().dropFirst()
        guard element.first == "{" else { return .array(of: String(element), try inside()) }
        var entries: [DBusValue.Entry] = []
        var reader = try MessageReader(inside: &self)
        while dbus_message_iter_get_arg_type(&reader.iterator) != CDBUS_TYPE_INVALID {
            let pair = try reader.inside()
            entries.append(DBusValue.Entry(pair[0], pair[1]))
            dbus_message_iter_next(&reader.iterator)
        }
        allowance = reader.allowance
        let types = element.dropFirst().dropLast()
        return .dictionary(key: String(types.prefix(1)), value: String(types.dropFirst()), entries)
    }

    private mutating func inside() throws(DBusError) -> [DBusValue] {
        var reader = try MessageReader(inside: &self)
        let values = try reader.rest()
        allowance = reader.allowance
        return values
    }

    private mutating func basic<Number: BitwiseCopyable>(_ zero: Number) -> Number {
        var number = zero
        dbus_message_iter_get_basic(&iterator, &number)
        return number
    }

    private mutating func characters() throws(DBusError) -> String {
        var characters: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &characters)
        guard let characters else { return "" }
        guard let text = String(characters, atMost: allowance.textBytes) else {
            throw allowance.exceeded
        }
        allowance.textBytes -= text.utf8.count
        return text
    }

    private mutating func currentSignature() -> String {
        guard let characters = dbus_message_iter_get_signature(&iterator) else { return "" }
        defer { dbus_free(characters) }
        return String(cString: characters)
    }
}

/// The number of values and bytes of text of one message that may still be decoded.
struct DecodingAllowance {
    private let ofCall: Bool
    private var values: Int
    var textBytes: Int

    /// The allowance of a received message.
    init(for message: OpaquePointer) {
        ofCall = dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL
        values = ofCall ? Limits.callValues : Limits.receivedValues
        textBytes = ofCall ? Limits.callBytes : Limits.receivedBytes
    }

    mutating func spendValue() throws(DBusError) {
        guard values > 0 else { throw exceeded }
        values -= 1
    }

    /// The refusal of a message that is larger.
    var exceeded: DBusError {
        let kind = ofCall ? "a call has" : "a signal or a reply has"
        let values = ofCall ? Limits.callValues : Limits.receivedValues
        let bytes = ofCall ? Limits.callBytes : Limits.receivedBytes
        return .limitsExceeded("\(kind) at most \(values) values and \(bytes) bytes of text")
    }
}

extension String {
    /// Returns the text at a pointer up to its NUL; `nil` if it is longer than the limit.
    ///
    /// The bytes beyond the limit are not read.
    init?(_ characters: UnsafePointer<CChar>, atMost limit: Int) {
        let room = UnsafeBufferPointer(start: characters, count: limit + 1)
        guard let end = room.firstIndex(of: 0) else { return nil }
        self.init(
            decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<end]),
            as: UTF8.self)
    }
}

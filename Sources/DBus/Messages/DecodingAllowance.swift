import AppearanceLimits
import CDBus

/// The values and bytes of text that may still be decoded of one message.
struct DecodingAllowance {
    private let ofCall: Bool
    private var values: Int
    var textBytes: Int

    /// The allowance of a message that has come in.
    init(for message: OpaquePointer) {
        ofCall = dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL
        values = ofCall ? Limits.callValues : Limits.receivedValues
        textBytes = ofCall ? Limits.callBytes : Limits.receivedBytes
    }

    mutating func spendValue() throws(DBusError) {
        guard values > 0 else { throw exceeded }
        values -= 1
    }

    /// The refusal of a message with more in it.
    var exceeded: DBusError {
        let kind = ofCall ? "a call has" : "a signal or a reply has"
        let values = ofCall ? Limits.callValues : Limits.receivedValues
        let bytes = ofCall ? Limits.callBytes : Limits.receivedBytes
        return .limitsExceeded("\(kind) at most \(values) values and \(bytes) bytes of text")
    }
}

extension String {
    /// The text at a pointer up to its NUL; `nil` if it has more than so many bytes.
    ///
    /// What lies beyond the limit is not read.
    init?(_ characters: UnsafePointer<CChar>, atMost limit: Int) {
        let room = UnsafeBufferPointer(start: characters, count: limit + 1)
        guard let end = room.firstIndex(of: 0) else { return nil }
        self.init(
            decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<end]),
            as: UTF8.self)
    }
}

import AppearanceLimits
import CDBus

/// One message, complete once it is made.
package final class Message {
    /// Writes the arguments of a message.
    package typealias Body = (inout MessageWriter) -> Void

    /// The standard interface through which the properties of an object are read and set.
    package static let propertiesInterface = "org.freedesktop.DBus.Properties"

    let pointer: OpaquePointer

    /// Shares a message that libdbus owns.
    init(sharing pointer: OpaquePointer) {
        dbus_message_ref(pointer)
        self.pointer = pointer
    }

    /// Takes over a message from libdbus.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    /// Creates a copy of another message, and completes it.
    convenience init(copying other: Message, _ body: Body = { _ in }) throws(DBusError) {
        try self.init(completing: dbus_message_copy(other.pointer), body)
    }

    /// Takes over a new message, and completes it.
    private init(completing pointer: OpaquePointer?, _ body: Body) throws(DBusError) {
        guard let pointer else { preconditionFailure("libdbus found no memory") }
        self.pointer = pointer
        var writer = MessageWriter(appendingTo: pointer)
        body(&writer)
        if let failure = writer.failure { throw failure }
    }

    deinit { dbus_message_unref(pointer) }
}

// The names in a message are constants of the program, so an invalid one traps in libdbus; the
// arguments come from outside, so one that cannot be sent is an error.
extension Message {
    /// A signal from an object to every listener.
    package static func signal(
        path: String, interface: String, member: String, _ body: Body = { _ in }
    ) throws(DBusError) -> Message {
        try Message(completing: dbus_message_new_signal(path, interface, member), body)
    }

    /// A call of a method of another program's object; without an interface, of any interface that
    /// has it.
    package static func call(
        to destination: String, path: String, interface: String?, member: String,
        _ body: Body = { _ in }
    ) throws(DBusError) -> Message {
        try Message(
            completing: dbus_message_new_method_call(destination, path, interface, member), body)
    }

    /// The reply to a call.
    func reply(_ body: Body) throws(DBusError) -> Message {
        try Message(completing: dbus_message_new_method_return(pointer), body)
    }

    /// The error reply to a call.
    func refusal(_ error: DBusError) -> Message {
        let text = error.message.cut(toBytes: Limits.errorBytes)
            .split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\u{FFFD}")
        guard let message = dbus_message_new_error(pointer, error.name, text) else {
            preconditionFailure("libdbus found no memory")
        }
        return Message(owning: message)
    }
}

extension Message {
    /// The sender, as the bus reports it; empty on a message not yet sent.
    package var sender: String { String(dbus_message_get_sender(pointer)) ?? "" }
    /// The object it comes from or goes to; empty in a reply, and if the path is longer than any of
    /// ours.
    ///
    /// D-Bus limits every other name in a message to 255 bytes.
    package var path: String {
        guard let path = dbus_message_get_path(pointer) else { return "" }
        return String(path, atMost: Limits.callBytes) ?? ""
    }
    /// The interface of the member; `nil` in a reply, and in a call without one.
    package var interface: String? { String(dbus_message_get_interface(pointer)) }
    /// The method or the signal; empty in a reply.
    package var member: String { String(dbus_message_get_member(pointer)) ?? "" }
    /// The types of the arguments, one after the other.
    package var signature: String { String(dbus_message_get_signature(pointer)) ?? "" }
    /// Returns whether the arguments are of these types, and no others.
    func hasSignature(_ signature: String) -> Bool {
        signature.withCString { dbus_message_has_signature(pointer, $0) } != 0
    }
    /// Whether the caller expects a reply.
    var expectsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }

    /// Returns the same call, for which the bus starts no program.
    package func startingNobody() -> Message {
        dbus_message_set_auto_start(pointer, 0)
        return self
    }

    /// Marks a call as one without a reply.
    func expectNoReply() {
        if dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_METHOD_CALL, expectsReply {
            dbus_message_set_no_reply(pointer, 1)
        }
    }

    /// The arguments.
    ///
    /// - Throws: `DBusError` if there are more of them than `Limits` allows.
    package func arguments() throws(DBusError) -> [DBusValue] {
        var reader = MessageReader(pointer, within: DecodingAllowance(for: pointer))
        return try reader.rest()
    }

    /// The first argument, if it is a string; the others are not decoded.
    var firstText: String? {
        var reader = MessageReader(pointer, within: DecodingAllowance(for: pointer))
        guard case .string(let text)? = try? reader.next() else { return nil }
        return text
    }

    /// The error in this message; `nil` for any other message.
    var error: DBusError? {
        guard let name = String(dbus_message_get_error_name(pointer)) else { return nil }
        let text = firstText?.cut(toBytes: Limits.errorBytes)
        return DBusError(name: name, message: text ?? "no message was given")
    }
}

extension String {
    fileprivate init?(_ characters: UnsafePointer<CChar>?) {
        guard let characters else { return nil }
        self.init(cString: characters)
    }
}

import CDBus

/// An error of D-Bus: a name that programs test, and a sentence that people read.
package struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error, a dotted name such as `org.freedesktop.DBus.Error.InvalidArgs`.
    package let name: String
    /// The error, its place, and the remedy.
    package let message: String

    /// An error with a name of the program's own.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The name and the sentence.
    package var description: String { "\(name): \(message)" }
}

// The errors that every D-Bus library knows, with their names in dbus-protocol.h.
extension DBusError {
    /// An error for which there is no better name.
    package static func failed(_ message: String) -> DBusError { standard("Failed", message) }

    /// An argument has the wrong type, or a value that is not allowed.
    package static func invalidArgs(_ message: String) -> DBusError {
        standard("InvalidArgs", message)
    }

    /// No object is exported at the path.
    package static func unknownObject(_ message: String) -> DBusError {
        standard("UnknownObject", message)
    }

    /// The object has no such interface.
    package static func unknownInterface(_ message: String) -> DBusError {
        standard("UnknownInterface", message)
    }

    /// The interface has no such method.
    package static func unknownMethod(_ message: String) -> DBusError {
        standard("UnknownMethod", message)
    }

    /// The interface has no such property.
    package static func unknownProperty(_ message: String) -> DBusError {
        standard("UnknownProperty", message)
    }

    /// The property can be read but not set.
    package static func propertyReadOnly(_ message: String) -> DBusError {
        standard("PropertyReadOnly", message)
    }

    /// Something is too large or too many.
    package static func limitsExceeded(_ message: String) -> DBusError {
        standard("LimitsExceeded", message)
    }

    /// A call was dropped without an answer.
    package static func noReply(_ message: String) -> DBusError { standard("NoReply", message) }

    /// The bus is lost.
    package static func disconnected(_ message: String) -> DBusError {
        standard("Disconnected", message)
    }

    /// The address of a bus is of a kind that is never used.
    static func badAddress(_ address: String, why: String) -> DBusError {
        standard("BadAddress", "the bus address \(address.debugDescription) is not used: \(why)")
    }

    /// No bus answers at an address.
    static func noServer(_ address: String, _ error: DBusError) -> DBusError {
        standard(
            "NoServer",
            "no bus answers at \(address): \(error.message) (is it running, and is this its address?)"
        )
    }

    /// The name of an error that refuses access to the caller.
    package static let accessDeniedName = "org.freedesktop.DBus.Error.AccessDenied"

    /// The name of the error of a call that is not answered in time.
    package static let noReplyName = noReply("").name

    private static func standard(_ word: String, _ message: String) -> DBusError {
        DBusError(name: "org.freedesktop.DBus.Error." + word, message: message)
    }
}

extension DBusError {
    /// Runs a function of libdbus that reports through an error slot, and throws its error.
    static func catching<Reply>(
        _ body: (UnsafeMutablePointer<CDBus.DBusError>) -> Reply
    ) throws(DBusError) -> Reply {
        var slot = CDBus.DBusError()
        dbus_error_init(&slot)
        defer { dbus_error_free(&slot) }
        let answer = body(&slot)
        guard dbus_error_is_set(&slot) != 0, let name = slot.name, let message = slot.message else {
            return answer
        }
        throw DBusError(name: String(cString: name), message: String(cString: message))
    }
}

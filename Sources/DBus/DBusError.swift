/// An error as it travels on the bus: a name that programs test, a sentence that people read.
package struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, as a dotted name such as `org.freedesktop.DBus.Error.InvalidArgs`.
    package let name: String
    /// What happened, where, and what to do about it.
    package let message: String

    /// An error with a name of one's own.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The name and the sentence.
    package var description: String { "\(name): \(message)" }
}

// The errors every D-Bus library knows, under the names dbus-protocol.h gives them.
extension DBusError {
    /// Something failed, and no name says it better.
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

    /// The bus is gone.
    package static func disconnected(_ message: String) -> DBusError {
        standard("Disconnected", message)
    }

    /// What an error is called that says who asks may not.
    package static let accessDeniedName = "org.freedesktop.DBus.Error.AccessDenied"

    private static func standard(_ word: String, _ message: String) -> DBusError {
        DBusError(name: "org.freedesktop.DBus.Error." + word, message: message)
    }
}

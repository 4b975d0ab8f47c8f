/// The name, path and interface of the bus itself.
enum MessageBus {
    static let name = "org.freedesktop.DBus"
    static let interface = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"

    /// The interface of signals that libdbus creates locally; it never crosses the bus.
    static let localInterface = "org.freedesktop.DBus.Local"

    /// Returns a call of one of the bus's own methods.
    static func call(
        _ member: String, _ body: Message.Body
    ) throws(DBusError) -> Message {
        try Message.call(to: name, path: path, interface: interface, member: member, body)
    }

    /// Returns whether a bus name is well-known, not unique.
    static func isWellKnown(_ name: String) -> Bool {
        !name.hasPrefix(":") && name != self.name
    }
}

/// What the bus itself is called, and where its one object stands.
enum MessageBus {
    static let name = "org.freedesktop.DBus"
    static let interface = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"

    /// The interface of signals that libdbus makes up on this side; it never crosses the bus.
    static let localInterface = "org.freedesktop.DBus.Local"

    /// A call of one of the bus's own methods.
    static func call(
        _ member: String, _ body: Message.Body
    ) throws(DBusError) -> Message {
        try Message.call(to: name, path: path, interface: interface, member: member, body)
    }

    /// Whether a bus name is one that a service takes, rather than one that the bus gives out.
    static func isWellKnown(_ name: String) -> Bool {
        !name.hasPrefix(":") && name != self.name
    }
}

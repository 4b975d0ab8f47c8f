import CDBus

/// The address of a bus, in the syntax of D-Bus: alternatives separated by semicolons, each a
/// transport and its properties, such as `unix:path=/run/user/1000/bus,guid=…`.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
package enum BusAddress {
    /// The address of the session's bus, by an environment that the function looks up; `nil` if
    /// there is no session.
    package static func ofSession(_ environment: (String) -> String?) -> String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
            return address
        }
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            return nil
        }
        guard let path = dbus_address_escape_value(directory + "/bus") else { return nil }
        defer { dbus_free(path) }
        return "unix:path=" + String(cString: path)
    }

    /// Refuses an address that names no bus, or that would start one.
    static func check(_ address: String) throws(DBusError) {
        guard !address.utf8.contains(0) else {
            throw .badAddress(address, why: "it holds a NUL")
        }
        let alternatives = alternatives(in: address)
        guard !alternatives.isEmpty else {
            throw .badAddress(address, why: "it is empty; name a bus, as in unix:path=/run/…")
        }
        guard !alternatives.contains(where: { $0.starts(with: "autolaunch:".utf8) }) else {
            throw .badAddress(
                address, why: "it would start a bus of its own; name a running one")
        }
    }

    /// The path of the socket of the bus; `nil` for any other transport.
    package static func socketPath(in address: String) -> String? {
        let prefix = "unix:path=".utf8
        let named = alternatives(in: address).first { $0.starts(with: prefix) }
        return named.flatMap {
            let value = Substring($0.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: ",") })
            guard let path = dbus_address_unescape_value(String(value), nil) else { return nil }
            defer { dbus_free(path) }
            return String(cString: path)
        }
    }

    private static func alternatives(in address: String) -> [Substring.UTF8View] {
        address.utf8.split(separator: UInt8(ascii: ";"))
    }

    /// The same addresses without the identity of the bus, which another bus there does not have.
    static func anyBus(at address: String) -> String {
        address.split(separator: ";").map { alternative in
            let colon = alternative.firstIndex(of: ":").map(alternative.index(after:))
            let properties = alternative[(colon ?? alternative.endIndex)...].split(separator: ",")
            return alternative[..<(colon ?? alternative.endIndex)]
                + properties.filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
        }.joined(separator: ";")
    }
}

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

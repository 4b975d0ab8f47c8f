/// Where a bus is, in the words of D-Bus: alternatives divided by semicolons, each a transport and
/// its properties, such as `unix:path=/run/user/1000/bus,guid=…`.
///
/// https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
package enum BusAddress {
    /// Where the session's bus is, by an environment whose variables the function looks up; nil
    /// where there is no session.
    package static func ofSession(_ environment: (String) -> String?) -> String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
            return address
        }
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            return nil
        }
        return "unix:path=\(directory)/bus"
    }

    /// Refuses an address that names no bus, or that would start one.
    static func check(_ address: String) throws(BusError) {
        guard !address.utf8.contains(0) else {
            throw .refusedAddress(address, why: "it holds a NUL")
        }
        let alternatives = address.split(separator: ";")
        guard !alternatives.isEmpty else {
            throw .refusedAddress(address, why: "it is empty; name a bus, as in unix:path=/run/…")
        }
        guard !alternatives.contains(where: { $0.hasPrefix("autolaunch:") }) else {
            throw .refusedAddress(
                address, why: "it would start a bus of its own; name a running one")
        }
    }

    /// The path of the socket where the bus listens; `nil` unless it is a path.
    package static func socketPath(in address: String) -> String? {
        let prefix = "unix:path="
        let named = address.split(separator: ";").first { $0.hasPrefix(prefix) }
        return named.map { String($0.dropFirst(prefix.count).prefix { $0 != "," }) }
    }

    /// The same places, whichever bus is there: without the identities of the buses that were.
    static func anyBus(at address: String) -> String {
        address.split(separator: ";").map { alternative in
            let colon = alternative.firstIndex(of: ":").map(alternative.index(after:))
            let properties = alternative[(colon ?? alternative.endIndex)...].split(separator: ",")
            return alternative[..<(colon ?? alternative.endIndex)]
                + properties.filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
        }.joined(separator: ";")
    }
}

import Linux

extension BusAddress {
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

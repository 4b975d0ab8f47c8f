/// Why there is no connection to a bus.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is one that is never tried.
    case refusedAddress(String, why: String)
    /// No bus answered at the address.
    case unreachable(address: String, DBusError)
    /// The loop could not take the connection.
    case unwatchable(address: String, why: String)

    /// What went wrong, where, and what to do.
    package var description: String {
        switch self {
        case .refusedAddress(let address, let why):
            "the bus address \(address.debugDescription) is not used: \(why)"
        case .unreachable(let address, let error):
            "no bus answers at \(address): \(error.message) (is it running, and is this its address?)"
        case .unwatchable(let address, let why):
            "the bus at \(address) cannot be watched: \(why)"
        }
    }
}

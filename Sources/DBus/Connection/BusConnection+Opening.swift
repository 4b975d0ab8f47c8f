// SPDX-License-Identifier: MIT

import CDBus

extension BusConnection {
    /// Connects to the bus at an address and registers there.
    static func opened(_ address: String) throws(BusFailure) -> OpaquePointer {
        try refuseUnusable(address)
        do throws(DBusError) {
            let pointer = try DBusError.catching { dbus_connection_open_private(address, $0) }
            guard let pointer else { throw .failed("libdbus gave no connection and no reason") }
            dbus_connection_set_exit_on_disconnect(pointer, 0)
            do throws(DBusError) {
                _ = try DBusError.catching { dbus_bus_register(pointer, $0) }
            } catch {
                discard(pointer)
                throw error
            }
            return pointer
        } catch {
            throw .unreachable(address: address, error)
        }
    }

    // Addresses are alternatives divided by semicolons.
    private static func refuseUnusable(_ address: String) throws(BusFailure) {
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

    /// Lets go of a connection that has come to nothing.
    static func discard(_ pointer: OpaquePointer) {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }
}

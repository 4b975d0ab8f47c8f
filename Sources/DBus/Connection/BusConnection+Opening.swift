// SPDX-License-Identifier: MIT

import CDBus

extension BusConnection {
    /// Connects to the bus at an address and registers there.
    static func opened(_ address: String) throws(BusFailure) -> OpaquePointer {
        let pointer = try dialled(address)
        do throws(DBusError) {
            _ = try DBusError.catching { dbus_bus_register(pointer, $0) }
            return pointer
        } catch {
            discard(pointer)
            throw .unreachable(address: address, error)
        }
    }

    /// Connects to the socket at an address; nothing has been said there yet.
    static func dialled(_ address: String) throws(BusFailure) -> OpaquePointer {
        try refuseUnusable(address)
        do throws(DBusError) {
            let pointer = try DBusError.catching { dbus_connection_open_private(address, $0) }
            guard let pointer else { throw .failed("libdbus gave no connection and no reason") }
            dbus_connection_set_exit_on_disconnect(pointer, 0)
            return pointer
        } catch {
            throw .unreachable(address: address, error)
        }
    }

    /// Says hello and goes on; whatever is sent meanwhile follows it.
    func introduceOurselves() {
        ask("Hello", { _ in }) { [weak self] result in
            guard let self, case .success(let values) = result, let name = values.first?.text
            else { return }
            dbus_bus_set_unique_name(pointer, name)
            uniqueName = name
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

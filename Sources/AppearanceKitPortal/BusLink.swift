internal import AppearanceKit
internal import CDBus

/// A connection to a bus that never waits, watched through somebody's `EpollSet`.
final class BusLink {
    private let connection: OpaquePointer
    private let watches: BusWatches

    /// Nil when nobody listens at the address.
    init?(to address: String, _ readiness: borrowing EpollSet) {
        guard !address.hasPrefix("autolaunch:"),
            let connection = dbus_connection_open_private(address, nil)
        else { return nil }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        watches = BusWatches(readiness)
        watches.attach(to: connection)
    }

    deinit { dbus_connection_unref(connection) }

    /// Whether the bus is still there.
    var isAlive: Bool { dbus_connection_get_is_connected(connection) != 0 }

    /// Ends it.
    func end() {
        watches.detach(from: connection)
        dbus_connection_close(connection)
    }

    /// Sends a message, which is given away; returns its number.
    @discardableResult func send(_ message: OpaquePointer) -> UInt32 {
        var serial: UInt32 = 0
        dbus_connection_send(connection, message, &serial)
        dbus_message_unref(message)
        return serial
    }

    /// The next message, which is the caller's to let go; nil when there is none for now.
    func next() -> OpaquePointer? {
        if dbus_connection_get_dispatch_status(connection) != DBUS_DISPATCH_DATA_REMAINS {
            watches.handle()
        }
        return dbus_connection_pop_message(connection)
    }
}

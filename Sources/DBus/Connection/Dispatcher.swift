import AppearanceLimits
import CDBus
import EventLoop
import Linux

/// Moves messages between a connection and the loop, and hands them out.
///
/// When the descriptor is ready, libdbus first reads and writes, then what it has read is handed
/// out, in order and in the same turn of the loop. Messages that turn up at any other time are handed
/// out in a turn of their own: libdbus must not be re-entered from where it reports them.
///
/// What goes out waits in memory while the bus is slow to take it. So that a flood of calls cannot
/// heap up its answers here, nothing is read or handed out while more than a little waits: the flood
/// then waits with the bus, which sets limits to those who send it.
///
/// libdbus's own timeouts are not taken up, since they are there for calls it is asked to wait for.
final class Dispatcher {
    private let connection: OpaquePointer
    private var watches: WatchSet?
    private var later: DeferSource?
    private var isHandling = false
    private var isStopped = false

    /// Starts pumping; nil when the loop cannot take the connection.
    init?(_ connection: OpaquePointer, on loop: EventLoop) {
        self.connection = connection
        let watches = WatchSet(on: loop) { [weak self] in self?.handle($0) }
        self.watches = watches
        later = loop.deferred { [weak self] in self?.handle([]) }
        guard watches.attach(to: connection) else {
            stop()
            return nil
        }
        dbus_connection_set_dispatch_status_function(
            connection,
            { _, status, data in
                guard let data, status == DBUS_DISPATCH_DATA_REMAINS else { return }
                Unmanaged<Dispatcher>.fromOpaque(data).takeUnretainedValue().wake()
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        if dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS { wake() }
    }

    /// Takes the connection off the loop; nothing is handed out any more.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        watches?.detach(from: connection)
        later = nil
    }

    private func wake() {
        if !isHandling { later?.schedule() }
    }

    private func handle(_ ready: Interest) {
        dbus_connection_ref(connection)
        defer { dbus_connection_unref(connection) }
        isHandling = true
        defer { isHandling = false }
        if !ready.isEmpty { watches?.handle(ready) }
        while !isStopped, !isCongested,
            dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS
        {}
        if !isStopped { watches?.isReading = !isCongested }
    }

    /// Whether so much waits to be written that nothing more is to be read.
    ///
    /// What waits to be written wakes the loop when it can be, so this ends with the bus's reading or
    /// its death. A bus that does not know us yet must be read to be spoken to.
    private var isCongested: Bool {
        dbus_connection_get_outgoing_size(connection) > Limits.waitingBusBytes
            && dbus_connection_get_is_authenticated(connection) != 0
            && dbus_connection_get_is_connected(connection) != 0
    }
}

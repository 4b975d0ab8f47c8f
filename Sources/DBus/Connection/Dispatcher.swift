import AppearanceLimits
import CDBus
import EventLoop
import Linux

/// Moves messages between a connection and the loop, and dispatches them.
///
/// When the descriptor is ready, libdbus first reads and writes, then the messages are dispatched,
/// in order and in the same turn of the loop. Messages that appear at any other time are dispatched
/// in a turn of their own: libdbus must not be re-entered from where it reports them.
///
/// Outgoing messages wait in memory while the bus is slow. So that the replies to a flood of calls
/// do not accumulate here, nothing is read or dispatched while more than a little waits: the flood
/// then waits in the bus, which limits its senders.
///
/// libdbus's own timeouts are not used, because they are for calls that libdbus tracks.
final class Dispatcher {
    private let connection: OpaquePointer
    private var watches: WatchSet?
    private var later: DeferSource?
    private var isHandling = false
    private var isStopped = false

    /// Starts dispatching; `nil` if the loop cannot watch the connection.
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

    /// Removes the connection from the loop; nothing is dispatched after it.
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

    /// Whether so many bytes wait to be written that nothing more is read.
    ///
    /// The loop wakes when they can be written, so this ends when the bus reads or is lost. A bus
    /// that has not accepted the connection yet must be read first.
    private var isCongested: Bool {
        dbus_connection_get_outgoing_size(connection) > Limits.waitingBusBytes
            && dbus_connection_get_is_authenticated(connection) != 0
            && dbus_connection_get_is_connected(connection) != 0
    }
}

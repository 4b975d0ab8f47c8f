import AppearanceLimits
import CDBus
import EventLoop
import Linux

/// One life of a connection: that of libdbus, from opening the socket to its end.
///
/// Opening waits for the kernel only. libdbus authenticates as the loop runs, and delays the messages
/// that are sent before that is done.
///
/// When the descriptor is ready, libdbus first reads and writes, then the messages are dispatched,
/// in order and in the same turn of the loop. Messages that appear at any other time are dispatched
/// in a turn of their own: libdbus must not be re-entered from where it reports them.
///
/// Outgoing messages wait in memory while the bus is slow. So that the replies to a flood of calls
/// do not accumulate here, nothing is read or dispatched while more than a little waits: the flood
/// then waits in the bus, which limits its senders.
///
/// The rest of a message longer than `Limits.loopMessageBytes` is read by a thread; what is sent
/// meanwhile waits in `waiting`.
///
/// libdbus's own timeouts are not used, because they are for calls that libdbus tracks.
final class Transport {
    private let connection: OpaquePointer
    private let loop: EventLoop
    private let filter: DBusHandleMessageFunction
    private let data: UnsafeMutableRawPointer
    private var watches: WatchSet?
    private var later: DeferSource?
    private var isHandling = false
    private var isClosed = false
    /// The readings in a row that have completed no message.
    private var fruitlessReadings = 0
    private var longRead: LongRead?
    private var waiting: [(OpaquePointer) -> Void] = []

    /// Connects to the bus at an address; the filter receives all incoming messages.
    init(
        to address: String, on loop: EventLoop, filter: @escaping DBusHandleMessageFunction,
        data: UnsafeMutableRawPointer
    ) throws(DBusError) {
        connection = try Self.opened(address)
        self.loop = loop
        self.filter = filter
        self.data = data
        demandMemory(dbus_connection_add_filter(connection, filter, data, nil))
        watches = WatchSet(on: loop) { [weak self] in self?.handle($0) }
        later = loop.deferred { [weak self] in self?.handle([]) }
        guard attach() else {
            close()
            throw .failed(
                "the bus at \(address) cannot be watched: the event loop did not take its descriptor"
            )
        }
    }

    private static func opened(_ address: String) throws(DBusError) -> OpaquePointer {
        try BusAddress.check(address)
        do throws(DBusError) {
            // libdbus waits in connect(2) while the queue of a bus that hangs is full.
            if let path = BusAddress.socketPath(in: address),
                case .failure(.wouldBlock)? = try? SocketProbe.connect(to: path)
            {
                throw .failed("it hangs, and its queue for connections is full")
            }
            let pointer = try DBusError.catching { dbus_connection_open_private(address, $0) }
            guard let pointer else { throw .failed("libdbus gave no connection and no reason") }
            dbus_connection_set_exit_on_disconnect(pointer, 0)
            return pointer
        } catch {
            throw .noServer(address, error)
        }
    }

    /// Closes the connection, whether the bus exists or not; no message is delivered after it.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        longRead?.end()
        longRead = nil
        waiting = []
        detach()
        later = nil
        dbus_connection_remove_filter(connection, filter, data)
        dbus_connection_close(connection)
    }

    deinit { dbus_connection_unref(connection) }

    private func attach() -> Bool {
        guard let watches, watches.attach(to: connection) else { return false }
        dbus_connection_set_dispatch_status_function(
            connection,
            { _, status, data in
                guard let data, status == DBUS_DISPATCH_DATA_REMAINS else { return }
                Unmanaged<Transport>.fromOpaque(data).takeUnretainedValue().wake()
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        if dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS { wake() }
        return true
    }

    private func detach() {
        dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
        watches?.detach(from: connection)
    }

    private func wake() {
        if !isHandling { later?.schedule() }
    }

    private func handle(_ ready: Interest) {
        guard longRead == nil else { return }
        dbus_connection_ref(connection)
        defer { dbus_connection_unref(connection) }
        isHandling = true
        defer { isHandling = false }
        if !ready.isEmpty { watches?.handle(ready) }
        if ready.contains(.readable) { countReading() }
        while !isClosed, !isCongested,
            dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS
        {}
        guard !isClosed else { return }
        watches?.isReading = !isCongested
        if fruitlessReadings * Self.readingBytes >= Limits.loopMessageBytes { readOnThread() }
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

// MARK: - Long messages

extension Transport {
    /// The minimum that libdbus reads when its descriptor is ready and the message continues.
    private static let readingBytes = 2_048

    private func countReading() {
        let isComplete =
            dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS
        fruitlessReadings = isComplete ? 0 : fruitlessReadings + 1
    }

    /// Whether a thread reads a long message, as far as the loop knows.
    var isReadByThread: Bool { longRead != nil }

    private func readOnThread() {
        fruitlessReadings = 0
        detach()
        do throws(IOError) {
            longRead = try LongRead(of: connection, on: loop) { [weak self] in
                self?.finishReading()
            }
        } catch {
            // Without a thread the loop reads on.
            reattach()
        }
    }

    /// The connection, from now on used by no other thread.
    func taken() -> OpaquePointer {
        finishReading()
        return connection
    }

    /// Takes the connection back from the thread that reads a long message, if there is one.
    ///
    /// If the message is not complete, the loop reads on.
    private func finishReading() {
        guard let longRead else { return }
        self.longRead = nil
        longRead.end()
        reattach()
        let bodies = waiting
        waiting = []
        for body in bodies { body(connection) }
    }

    private func reattach() {
        // Its loss is reported in a turn of its own, as always.
        if !attach() { dbus_connection_close(connection) }
    }

    /// Calls a function with the connection: at once, or when the thread that reads a long message
    /// has ended, in the order of the calls.
    func whenFree(_ body: @escaping (OpaquePointer) -> Void) {
        guard longRead != nil else { return body(connection) }
        waiting.append(body)
        if waiting.count >= Limits.waitingBusMessages { finishReading() }
    }
}

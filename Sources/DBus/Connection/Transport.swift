// SPDX-License-Identifier: MIT

import CDBus
import EventLoop
import Linux

/// One life of a connection: that of libdbus, from opening the socket to its end.
///
/// Opening waits for the kernel only. libdbus authenticates as the loop runs, and delays the
/// messages that are sent before that is done.
final class Transport {
    private let pointer: OpaquePointer
    private let dispatcher: Dispatcher
    private let filter: DBusHandleMessageFunction
    private let data: UnsafeMutableRawPointer

    /// Connects to the bus at an address; the filter receives all incoming messages.
    init(
        to address: String, on loop: EventLoop, filter: @escaping DBusHandleMessageFunction,
        data: UnsafeMutableRawPointer
    ) throws(DBusError) {
        pointer = try Self.opened(address)
        guard let dispatcher = Dispatcher(pointer, on: loop) else {
            Self.discard(pointer)
            throw .failed(
                "the bus at \(address) cannot be watched: the event loop did not take its descriptor"
            )
        }
        self.dispatcher = dispatcher
        self.filter = filter
        self.data = data
        demandMemory(dbus_connection_add_filter(pointer, filter, data, nil))
    }

    /// Calls a function with the connection, as soon as no thread uses it.
    func whenFree(_ body: @escaping (OpaquePointer) -> Void) { dispatcher.whenFree(body) }

    /// Whether a thread reads a long message, as far as the loop knows.
    var isReadByThread: Bool { dispatcher.isReadByThread }

    /// The connection, from now on used by no other thread.
    func taken() -> OpaquePointer {
        dispatcher.finishReading()
        return pointer
    }

    /// Closes the connection, whether the bus exists or not; no message is delivered after it.
    func close() {
        dispatcher.stop()
        dbus_connection_remove_filter(pointer, filter, data)
        dbus_connection_close(pointer)
    }

    deinit { dbus_connection_unref(pointer) }

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

    /// Releases a connection that has failed.
    private static func discard(_ pointer: OpaquePointer) {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }
}

// One connection to one bus, on the event loop of one thread.
//
// Everything that comes in passes one filter, in the order in which the bus sent it: calls go to the
// exported objects, signals to their subscriptions. Everything that goes out is queued by libdbus
// and written at once as far as the socket takes it. Apart from the start (connecting, and asking
// for names the blocking way) and `flush`, nothing here waits.

import CDBus
package import LinuxIO

/// A connection to a message bus, whose messages arrive as turns of an event loop.
///
/// It is closed by `close()`, and must be before it is let go.
package final class BusConnection {
    let pointer: OpaquePointer
    let loop: EventLoop
    let objects = ObjectTree()
    var openCalls = OpenCalls()
    var subscriptions: [Subscription] = []
    private let pump: Pump

    /// Whether `close()` has been called.
    var isClosed: Bool { pump.isStopped }

    /// The name the bus gave this connection, such as `:1.42`.
    package let uniqueName: String
    /// Whether the bus still hears us.
    package private(set) var isOpen = true

    /// Called once when the bus is gone and every open call has been told, unless we closed.
    package var onDisconnected: (() -> Void)?
    /// Called with a bus name that has become ours, at once or out of the queue for it.
    package var onNameAcquired: ((String) -> Void)?
    /// Called with a bus name that has been taken from us.
    package var onNameLost: ((String) -> Void)?

    /// Connects to the bus at an address and says hello, waiting for the answer.
    ///
    /// The address is the caller's business: none is looked up, and no bus is ever started.
    package convenience init(loop: EventLoop, address: String) throws(BusFailure) {
        try self.init(loop: loop, OpenedBus(at: address))
    }

    /// Takes a connection that was made elsewhere to a loop, on the loop's own thread.
    package init(loop: EventLoop, _ opened: OpenedBus) throws(BusFailure) {
        pointer = opened.take()
        uniqueName = dbus_bus_get_unique_name(pointer).map { String(cString: $0) } ?? ""
        guard let pump = Pump(pointer, on: loop) else {
            Self.discard(pointer)
            throw .unwatchable(
                address: opened.address, why: "the event loop did not take its descriptor")
        }
        self.loop = loop
        self.pump = pump
        demandMemory(
            dbus_connection_add_filter(
                pointer, Self.filter, Unmanaged.passUnretained(self).toOpaque(), nil))
    }

    deinit {
        precondition(isClosed, "a bus connection must be closed before it is let go")
        dbus_connection_unref(pointer)
    }

    /// Closes the connection; nothing is called any more, and nothing sent.
    package func close() {
        guard !isClosed else { return }
        isOpen = false
        pump.stop()
        dbus_connection_remove_filter(
            pointer, Self.filter, Unmanaged.passUnretained(self).toOpaque())
        dbus_connection_close(pointer)
        openCalls = OpenCalls()
        subscriptions = []
        objects.removeAll()
        onDisconnected = nil
        onNameAcquired = nil
        onNameLost = nil
    }

    /// Waits until everything sent has left, but no longer than a bus may take that is well; for the
    /// last words before the end.
    package func flush(within patience: Duration = .seconds(1)) {
        let deadline = ContinuousClock.now + patience
        while isOpen, dbus_connection_has_messages_to_send(pointer) != 0,
            ContinuousClock.now < deadline,
            dbus_connection_read_write(pointer, 10) != 0
        {}
    }

    /// Sends a message that no answer is expected to; of a call, it says so.
    package func send(_ message: Message) {
        guard isOpen else { return }
        message.expectNoReply()
        demandMemory(dbus_connection_send(pointer, message.pointer, nil))
    }

    /// Does something in a later turn of the loop, unless the connection is closed before.
    func afterwards(_ body: @escaping () -> Void) { pump.afterwards(body) }
}

extension BusConnection {
    private static let filter: DBusHandleMessageFunction = { _, message, data in
        guard let message, let data else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
        let connection = Unmanaged<BusConnection>.fromOpaque(data).takeUnretainedValue()
        return connection.receive(Message(sharing: message))
    }

    private func receive(_ message: Message) -> DBusHandlerResult {
        switch dbus_message_get_type(message.pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            objects.answer(message, on: self)
        case DBUS_MESSAGE_TYPE_SIGNAL:
            receive(signal: message)
        default:
            receive(answer: message)
        }
        return DBUS_HANDLER_RESULT_HANDLED
    }

    private func receive(signal: Message) {
        if dbus_message_is_signal(signal.pointer, MessageBus.localInterface, "Disconnected") != 0 {
            isOpen = false
            loseOpenCalls()
            if !isClosed { onDisconnected?() }
        } else {
            noticeNameChange(signal)
            deliver(signal)
        }
    }
}

// One connection to the bus at one address, on the event loop of one thread.
//
// Every incoming message passes one filter, in the order in which the bus sent it: calls go to the
// exported objects, signals to their subscriptions. Outgoing messages are queued by libdbus and
// written at once as far as the socket accepts them, or after a long message has been read. Apart
// from `flush`, nothing here waits: messages that are sent before the bus has accepted the connection
// stay in the queue.

import AppearanceLimits
import CDBus
package import EventLoop
import Linux

/// A connection to a message bus, whose messages arrive as turns of an event loop.
///
/// If the bus is lost, it can be opened again, with the same objects and subscriptions. It must be
/// closed with `close()` before it is released.
package final class BusConnection {
    /// The loop on which it runs.
    package let loop: EventLoop
    /// The address of the bus.
    package let address: String
    let objects = ObjectTree()
    var openCalls = OpenCalls()
    var subscriptions: [Subscription] = []
    private var link: Transport?
    private let deferred: DeferredCalls
    private(set) var isClosed = false
    /// The number of buses that were lost; a reply belongs to the bus of its call.
    private(set) var losses = 0

    /// The name of this connection on the bus, such as `:1.42`; empty until the bus has accepted
    /// it.
    package private(set) var uniqueName = ""
    /// Whether there is a bus that receives messages, now or once it has accepted the connection.
    package private(set) var isOpen = false

    /// Called when the bus is lost and every open call has failed, unless the connection was
    /// closed.
    package var onDisconnected: (() -> Void)?
    /// Called with a bus name that was acquired, at once or from the queue for it.
    package var onNameAcquired: ((String) -> Void)?

    /// Connects to the bus at an address; messages sent from now on follow the greeting.
    ///
    /// The address is used as it is: none is looked up, and no bus is started.
    package init(loop: EventLoop, address: String) throws(DBusError) {
        self.loop = loop
        self.address = address
        deferred = DeferredCalls(on: loop)
        try open(address)
    }

    deinit {
        precondition(link == nil, "a bus connection must be closed before it is let go")
    }

    /// Connects again after the bus is lost, and restores the objects and subscriptions.
    ///
    /// It may be another bus at the same address. Exported objects, subscriptions and followed
    /// names are restored at once. Bus names must be requested again, because another program may
    /// have acquired them meanwhile.
    package func reopen() throws(DBusError) {
        precondition(!isOpen && !isClosed, "only a connection that lost its bus is opened again")
        try open(BusAddress.anyBus(at: address))
        for subscription in subscriptions { join(subscription) }
    }

    private func open(_ address: String) throws(DBusError) {
        link?.close()
        link = nil
        link = try Transport(
            to: address, on: loop, filter: Self.filter,
            data: Unmanaged.passUnretained(self).toOpaque())
        isOpen = true
        ask("Hello", { _ in }) { [weak self] answer in
            self?.uniqueName = (try? answer.get())?.first?.text ?? ""
        }
    }

    /// Closes the connection; nothing is called or sent after it.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        isOpen = false
        link?.close()
        link = nil
        deferred.forget()
        openCalls = OpenCalls()
        subscriptions = []
        objects.removeAll()
        onDisconnected = nil
        onNameAcquired = nil
    }

    /// Calls a function with the connection of libdbus, unless there is no bus: at once, or when the
    /// thread that reads a long message has ended, in the order of the calls.
    func whenFree(_ body: @escaping (OpaquePointer) -> Void) {
        if isOpen { link?.whenFree(body) }
    }

    /// Whether a thread reads a long message, as far as the loop knows.
    var isReadByThread: Bool { link?.isReadByThread ?? false }

    /// Waits until all messages are sent, at most for the timeout: at the start, so that the bus acts
    /// on them at once, and before exiting.
    package func flush(within timeout: Duration = .seconds(1)) {
        let deadline = SystemClock.now().boot + timeout.microseconds
        guard isOpen, let pointer = link?.taken() else { return }
        while dbus_connection_has_messages_to_send(pointer) != 0,
            SystemClock.now().boot < deadline,
            dbus_connection_read_write(pointer, 10) != 0
        {}
    }

    /// Sends a message without a reply; a call is marked as such.
    package func send(_ message: Message) {
        message.expectNoReply()
        whenFree { pointer in
            demandMemory(dbus_connection_send(pointer, message.pointer, nil))
            // Its loss is reported in a turn of its own, as always.
            if dbus_connection_get_outgoing_size(pointer) > Limits.lostBusBytes {
                dbus_connection_close(pointer)
            }
        }
    }

    /// Runs a function in a later turn of the loop, unless the connection is closed before.
    func afterwards(_ body: @escaping () -> Void) {
        if !isClosed { deferred.add(body) }
    }
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
            lose()
        } else {
            noticeName(signal)
            deliver(signal)
        }
    }

    /// Handles the loss of the bus.
    private func lose() {
        isOpen = false
        losses += 1
        loseOpenCalls()
        for subscription in subscriptions where subscription.isActive { subscription.onLoss?() }
        onDisconnected?()
    }
}

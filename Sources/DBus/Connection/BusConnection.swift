// One connection to the bus at one address, on the event loop of one thread.
//
// Everything that comes in passes one filter, in the order in which the bus sent it: calls go to the
// exported objects, signals to their subscriptions. Everything that goes out is queued by libdbus
// and written at once as far as the socket takes it. Apart from `flush`, nothing here waits: what is
// said before the bus has greeted us stands in the queue behind the greeting.

import AppearanceLimits
import CDBus
package import EventLoop
import Linux

/// A connection to a message bus, whose messages arrive as turns of an event loop.
///
/// When the bus dies it can be opened again, with the same objects and subscriptions. It is closed
/// by `close()`, and must be before it is let go.
package final class BusConnection {
    /// The loop that it is served on.
    package let loop: EventLoop
    /// Where the bus is, or was.
    package let address: String
    let objects = ObjectTree()
    var openCalls = OpenCalls()
    var subscriptions: [Subscription] = []
    private var link: Transport?
    private let deferred: DeferredCalls
    private(set) var isClosed = false
    /// How many buses have been lost; an answer belongs to the bus that its call came from.
    private(set) var losses = 0

    /// The name the bus gave this connection, such as `:1.42`; empty before it has greeted us.
    package private(set) var uniqueName = ""
    /// Whether there is a bus that hears us, or will once it has greeted us.
    package private(set) var isOpen = false

    /// Called when the bus is gone and every open call has been told, unless we closed.
    package var onDisconnected: (() -> Void)?
    /// Called with a bus name that has become ours, at once or out of the queue for it.
    package var onNameAcquired: ((String) -> Void)?
    /// Called with a bus name that has been taken from us.
    package var onNameLost: ((String) -> Void)?

    /// Connects to the bus at an address; what is sent from here on follows the greeting.
    ///
    /// The address is the caller's business: none is looked up, and no bus is ever started.
    package init(loop: EventLoop, address: String) throws(BusError) {
        self.loop = loop
        self.address = address
        deferred = DeferredCalls(on: loop)
        try open(address)
    }

    deinit {
        precondition(link == nil, "a bus connection must be closed before it is let go")
    }

    /// Connects again after the bus is gone, and puts there what was on it.
    ///
    /// It may be another bus, as long as it is at the same address. Exported objects, subscriptions and followed names are there again at once. Bus names are to
    /// be asked for anew, since another may have taken them meanwhile.
    package func reopen() throws(BusError) {
        precondition(!isOpen && !isClosed, "only a connection that lost its bus is opened again")
        try open(BusAddress.anyBus(at: address))
        for subscription in subscriptions { join(subscription) }
    }

    private func open(_ address: String) throws(BusError) {
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

    /// Closes the connection; nothing is called any more, and nothing sent.
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
        onNameLost = nil
    }

    /// libdbus's connection; nil when there is no bus to talk to.
    var pointer: OpaquePointer? { isOpen ? link?.pointer : nil }

    /// Waits until everything sent has left, but no longer than a bus may take that is well; for the
    /// last words before the end.
    package func flush(within patience: Duration = .seconds(1)) {
        let deadline = SystemClock.now().boot + patience.microseconds
        while let pointer, dbus_connection_has_messages_to_send(pointer) != 0,
            SystemClock.now().boot < deadline,
            dbus_connection_read_write(pointer, 10) != 0
        {}
    }

    /// Sends a message that no answer is expected to; of a call, it says so.
    package func send(_ message: Message) {
        guard let pointer else { return }
        message.expectNoReply()
        demandMemory(dbus_connection_send(pointer, message.pointer, nil))
        // Its end is told in a turn of its own, like any other.
        if dbus_connection_get_outgoing_size(pointer) > Limits.lostBusBytes {
            dbus_connection_close(pointer)
        }
    }

    /// Does something in a later turn of the loop, unless the connection is closed before.
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
            noticeNameChange(signal)
            deliver(signal)
        }
    }

    /// The bus is gone, and everyone on it.
    private func lose() {
        isOpen = false
        losses += 1
        loseOpenCalls()
        for subscription in subscriptions where subscription.isActive { subscription.onLoss?() }
        onDisconnected?()
    }
}

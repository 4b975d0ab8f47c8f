import CSystemd
import Glibc
package import Linux

/// The sole owner of one sd-event source and, through it, of the handler.
struct EventSource: ~Copyable {
    private let pointer: OpaquePointer

    /// Adds a source whose user data is the handler; the source releases it when it is freed.
    init<Argument>(
        _ call: StaticString, subject: String = "", handler: EventHandler<Argument>,
        add: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
    ) throws(IOError) {
        let userData = Unmanaged.passRetained(handler)
        var source: OpaquePointer?
        let result = add(&source, userData.toOpaque())
        guard result >= 0, let source else {
            userData.release()
            throw .system(
                call: "\(call)", subject: subject, errno: Errno(rawValue: -result))
        }
        sd_event_source_set_destroy_callback(source) { userData in
            guard let userData else { return }
            Unmanaged<AnyObject>.fromOpaque(userData).release()
        }
        pointer = source
    }

    deinit { sd_event_source_disable_unref(pointer) }

    /// Enables a timer once, or never; see `SD_EVENT_ONESHOT`.
    ///
    /// Its descriptor stays in epoll, unlike that of a watched descriptor.
    func enable(_ state: Int) {
        expect("sd_event_source_set_enabled", sd_event_source_set_enabled(pointer, Int32(state)))
    }

    /// Sets the priority; for a watch of files this may open another inotify descriptor.
    func setPriority(_ priority: EventLoop.Priority) throws(IOError) {
        try SystemCall.check(
            "sd_event_source_set_priority",
            sd_event_source_set_priority(pointer, priority.rawValue))
    }

    func setInterest(_ interest: Interest) {
        expect(
            "sd_event_source_set_io_events",
            sd_event_source_set_io_events(pointer, interest.rawValue))
    }

    func setTime(microseconds: UInt64) {
        expect("sd_event_source_set_time", sd_event_source_set_time(pointer, microseconds))
    }

    // A finished loop runs nothing more, so its refusals are ignored. A running one refuses only a
    // descriptor closed too early, or a forked process: no call adds a descriptor to epoll.
    private func expect(_ call: StaticString, _ result: Int32) {
        let errno = Errno(rawValue: -result)
        precondition(result >= 0 || errno == .staleHandle, "\(call): \(errno)")
    }
}

/// The user data of a source of sd-event: the Swift function to call.
final class EventHandler<Argument> {
    private let body: (Argument) -> Void
    /// Whether events are passed on.
    var isEnabled = true

    init(_ body: @escaping (Argument) -> Void) { self.body = body }

    /// Runs the handler behind user data; returns the value that sd-event takes for success.
    static func run(_ userData: UnsafeMutableRawPointer?, _ argument: Argument) -> Int32 {
        guard let userData else { return 0 }
        let handler = Unmanaged<EventHandler<Argument>>.fromOpaque(userData).takeUnretainedValue()
        if handler.isEnabled { handler.body(argument) }
        return 0
    }
}

/// A watched descriptor; releasing it ends the watch.
package final class IOSource {
    private let source: EventSource
    private let handler: EventHandler<Interest>

    /// The events to wait for; with none, not even a hang-up is reported.
    package var interest: Interest {
        didSet { if interest != oldValue { applyInterest() } }
    }

    init(
        on loop: EventLoop, descriptor: Int32, interest: Interest,
        priority: EventLoop.Priority, _ handler: @escaping (Interest) -> Void
    ) throws(IOError) {
        let handler = EventHandler(handler)
        source = try EventSource(
            "sd_event_add_io", subject: "descriptor \(descriptor)", handler: handler
        ) { source, userData in
            sd_event_add_io(
                loop.event, &source, descriptor, interest.rawValue,
                { _, _, ready, userData in
                    EventHandler.run(userData, Interest(rawValue: ready))
                }, userData)
        }
        self.handler = handler
        self.interest = interest
        try source.setPriority(priority)
        if interest.isEmpty { applyInterest() }
    }

    /// Reports a descriptor again that is still ready, for an interest with `edge`.
    ///
    /// The loop lists all ready descriptors again after each handler, unless their sources have
    /// this interest: with n of them ready at once, n² of the others.
    package func rearm() { source.setInterest(interest) }

    // epoll reports a hang-up without being asked, but an edge only once. A source that is off would leave
    // epoll, which may have no room for it later (fs.epoll.max_user_watches).
    private func applyInterest() {
        handler.isEnabled = !interest.isEmpty
        source.setInterest(interest.isEmpty ? .edge : interest)
    }
}

/// A handled signal; releasing it restores the default action.
package final class SignalSource {
    private let source: EventSource

    init(
        on loop: EventLoop, number: Int32, _ handler: @escaping () -> Void
    ) throws(IOError) {
        source = try EventSource(
            "sd_event_add_signal", subject: "signal \(number)", handler: EventHandler(handler)
        ) { source, userData in
            sd_event_add_signal(
                loop.event, &source, number | SD_EVENT_SIGNAL_PROCMASK,
                { _, _, userData in EventHandler.run(userData, ()) }, userData)
        }
    }
}

/// The delivery of a mailbox on a loop, one for each mailbox; releasing it ends the delivery.
package final class MailboxDelivery<Message: Sendable> {
    private let mailbox: Mailbox<Message>
    private var source: IOSource?

    /// Delivers the posted messages on the thread of the loop, at least one at a time.
    package init(
        of mailbox: Mailbox<Message>, on loop: EventLoop, _ handler: @escaping ([Message]) -> Void
    ) throws(IOError) {
        self.mailbox = mailbox
        source = try loop.watch(mailbox.descriptor, for: .readable) { _ in
            let messages = mailbox.takeAll()
            if !messages.isEmpty { handler(messages) }
        }
    }

    // The source must leave epoll before the mailbox's descriptor can be closed.
    deinit { source = nil }
}

/// The acceptance of connections on a loop; releasing it ends it.
package final class Acceptor {
    private let listener: UnixListener
    private let resting: (IOError) -> Void
    private let handler: (consuming UnixStream) -> Void
    private var source: IOSource?
    private var rest: TimerSource?

    private static let restMicroseconds: Int64 = 250_000
    /// So many at most before other sources have their turn.
    private static let connectionsAtOnce = 32

    /// Delivers each new connection on the thread of the loop.
    ///
    /// If there is no descriptor left for a connection, accepting pauses a quarter of a second at a
    /// time: the clients wait in the queue, and `resting` is called with the reason.
    package init(
        of listener: UnixListener, on loop: EventLoop, resting: @escaping (IOError) -> Void,
        _ handler: @escaping (consuming UnixStream) -> Void
    ) throws(IOError) {
        self.listener = listener
        self.resting = resting
        self.handler = handler
        // The timer needs a descriptor, so it is created before the last one is used.
        rest = try loop.timer(.monotonic) { [weak self] in self?.source?.interest = .readable }
        source = try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in
            self?.takeConnections()
        }
    }

    // The source must leave epoll before the listener's descriptor can be closed.
    deinit { source = nil }

    private func takeConnections() {
        for _ in 0..<Self.connectionsAtOnce {
            switch listener.nextConnection() {
            case .success(let connection): handler(UnixStream(owning: connection))
            case .failure(.wouldBlock): return
            case .failure(.connectionAborted): continue
            case .failure(let errno): return takeRest(errno)
            }
        }
    }

    // A socket that stays readable would otherwise spin the loop.
    private func takeRest(_ errno: Errno) {
        source?.interest = []
        rest?.arm(at: SystemClock.microseconds(of: CLOCK_MONOTONIC) + Self.restMicroseconds)
        resting(.system(call: "accept4", subject: "", errno: errno))
    }
}

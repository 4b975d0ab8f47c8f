// The loop of one thread, over sd-event.
//
// Each source is an object: while it lives its handler may run. A handler may release its own
// source, or any other; libsystemd frees a running source only after its handler has returned.
// Handlers never fail towards sd-event, because a negative return would silently disable their
// source.

import CSystemd
package import Linux

/// Waits for descriptors, timers and signals, and runs their handlers one at a time.
///
/// It belongs to the thread that made it.
package final class EventLoop {
    /// The order in which ready sources are handled.
    package enum Priority: Int64, Sendable {
        /// Before all normal work.
        case important = -100
        /// In the order in which the sources became ready.
        case normal = 0
        /// After normal work that is ready at the same time.
        case afterNormal = 1
    }

    let event: OpaquePointer
    /// The outputs of processes that programs have left behind, the oldest first.
    var discardedOutputs: [ChildOutput] = []

    /// Creates a loop for the calling thread.
    package init() throws(IOError) {
        var event: OpaquePointer?
        let result = sd_event_new(&event)
        guard let event else {
            throw .system(call: "sd_event_new", subject: "", errno: Errno(rawValue: -result))
        }
        self.event = event
    }

    // Sources must leave the loop before it is freed.
    deinit {
        discardedOutputs = []
        sd_event_unref(event)
    }

    /// Handles events until a handler calls `exit`, and returns the code given there.
    package func run() throws(IOError) -> Int32 {
        try SystemCall.check("sd_event_loop", sd_event_loop(event))
    }

    /// Ends `run` once the present handler has returned; `code` is 0 or more.
    package func exit(_ code: Int32) {
        precondition(code >= 0, "an exit code is 0 or more")
        sd_event_exit(event, code)
    }

    /// Handles at most one event, and waits at most so many microseconds for it, or without end.
    ///
    /// - Returns: Whether an event was handled.
    @discardableResult
    package func runOnce(timeout: Int64?) throws(IOError) -> Bool {
        let microseconds = timeout.map { UInt64(max($0, 0)) } ?? .max
        return try SystemCall.check("sd_event_run", sd_event_run(event, microseconds)) > 0
    }

    /// Notifies the service manager's watchdog while this loop runs.
    ///
    /// - Returns: Whether the service manager asked for it.
    package func enableWatchdog() throws(IOError) -> Bool {
        try SystemCall.check("sd_event_set_watchdog", sd_event_set_watchdog(event, 1)) > 0
    }

    /// Notifies the service manager's watchdog, if there is one; a failure is logged and has no other effect.
    package func feedWatchdog(log: Log) {
        do throws(IOError) {
            _ = try enableWatchdog()
        } catch {
            log.warning("WATCHDOG_USEC is invalid; the watchdog is not fed: \(error)")
        }
    }
}

extension EventLoop {
    /// Watches a descriptor; the source must end before the descriptor is closed.
    ///
    /// The handler receives the ready events, hang-up and error included. A descriptor can have
    /// only one source, and a regular file none.
    package func watch(
        _ descriptor: Int32, for interest: Interest, priority: Priority = .normal,
        _ handler: @escaping (Interest) -> Void
    ) throws(IOError) -> IOSource {
        try IOSource(
            on: self, descriptor: descriptor, interest: interest, priority: priority, handler)
    }

    /// Creates a timer that is not armed.
    package func timer(
        _ clock: TimerClock, _ handler: @escaping () -> Void
    ) throws(IOError) -> TimerSource {
        try TimerSource(on: self, clock: clock, handler)
    }

    /// Handles a signal, and blocks it in the calling thread; call it before any other thread
    /// exists.
    package func signal(
        _ number: Int32, _ handler: @escaping () -> Void
    ) throws(IOError) -> SignalSource {
        try SignalSource(on: self, number: number, handler)
    }

    /// Creates work that the loop runs once each time it is scheduled.
    package func deferred(_ handler: @escaping () -> Void) -> DeferSource {
        DeferSource(on: self, handler)
    }
}

/// Work that the loop runs once each time it is scheduled, after the sources that are ready before
/// it.
package final class DeferSource {
    private let loop: EventLoop
    private let handler: () -> Void
    private var source: EventSource?
    private var isScheduled = false

    init(on loop: EventLoop, _ handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Schedules one run of the work; scheduling it again before the run has no effect.
    package func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        source = enqueued()
    }

    // A new source each time: sd-event orders sources by the time since which they are pending,
    // which for a deferred one is its creation, so a lasting one would starve the others.
    private func enqueued() -> EventSource? {
        let run = EventHandler<Void> { [weak self] in self?.run() }
        do throws(IOError) {
            return try EventSource("sd_event_add_defer", handler: run) { source, userData in
                sd_event_add_defer(
                    loop.event, &source, { _, userData in EventHandler.run(userData, ()) }, userData
                )
            }
        } catch {
            precondition(error.errno == .staleHandle, "\(error)")
            return nil  // The loop has finished and runs nothing more.
        }
    }

    private func run() {
        isScheduled = false
        handler()
    }
}

/// Functions to call in a later turn of the loop, all in one, in the order in which they were added.
package final class DeferredCalls {
    private var waiting: [() -> Void] = []
    private var later: DeferSource?

    /// Calls on a loop; none waits yet.
    package init(on loop: EventLoop) {
        later = loop.deferred { [weak self] in self?.run() }
    }

    /// Adds a function to call in a later turn; one that such a function adds is called in the same.
    package func add(_ body: @escaping () -> Void) {
        waiting.append(body)
        later?.schedule()
    }

    /// Discards all of them.
    package func forget() {
        waiting = []
        later = nil
    }

    private func run() {
        while later != nil, !waiting.isEmpty { waiting.removeFirst()() }
    }
}

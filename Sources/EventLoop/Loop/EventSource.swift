import CSystemd
import Linux

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

    /// Enables the handler always, once, or never; see `SD_EVENT_ON`.
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
    // descriptor closed too early, a forked process, or a lack of kernel memory.
    private func expect(_ call: StaticString, _ result: Int32) {
        let errno = Errno(rawValue: -result)
        precondition(result >= 0 || errno == .staleHandle, "\(call): \(errno)")
    }
}

/// The user data of a source of sd-event: the Swift function to call.
final class EventHandler<Argument> {
    private let body: (Argument) -> Void

    init(_ body: @escaping (Argument) -> Void) { self.body = body }

    /// Runs the handler behind user data; returns the value that sd-event takes for success.
    static func run(_ userData: UnsafeMutableRawPointer?, _ argument: Argument) -> Int32 {
        guard let userData else { return 0 }
        Unmanaged<EventHandler<Argument>>.fromOpaque(userData).takeUnretainedValue().body(argument)
        return 0
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

import CDBus
import EventLoop
import Linux

/// A thread that reads the rest of a long message.
///
/// libdbus validates a message in one call when its last byte arrives, which takes half a second for
/// 63 MiB; on the loop, no other client would be served meanwhile. While this thread runs, nothing else
/// may use the connection, because libdbus locks it.
final class LongRead {
    private final class Flags: Sendable {
        let stop: EventDescriptor
        let done: EventDescriptor

        init() throws(IOError) {
            stop = try EventDescriptor()
            done = try EventDescriptor()
        }
    }

    private let flags: Flags
    private let thread: BackgroundThread
    private var source: IOSource?

    /// Starts reading until a message is complete or the connection is lost, and then calls `onEnd`
    /// in a turn of the loop.
    ///
    /// The connection must have no watches; `end` must be called before it has any again.
    init(
        of connection: OpaquePointer, on loop: EventLoop, onEnd: @escaping () -> Void
    ) throws(IOError) {
        var descriptor: Int32 = -1
        dbus_connection_get_unix_fd(connection, &descriptor)
        let flags = try Flags()
        self.flags = flags
        source = try loop.watch(flags.done.rawValue, for: .readable) { _ in onEnd() }
        // The thread has it alone until it is joined.
        nonisolated(unsafe) let connection = connection
        thread = try BackgroundThread.start(name: "bus-reader") { [descriptor] in
            while (try? flags.stop.wait(orReadable: descriptor)) != nil, !flags.stop.lower(),
                dbus_connection_read_write(connection, 0) != 0,
                dbus_connection_get_dispatch_status(connection) != DBUS_DISPATCH_DATA_REMAINS
            {}
            flags.done.raise()
        }
    }

    /// Ends the thread, and waits for it: in the worst case, for the validation of a message.
    func end() {
        flags.stop.raise()
        thread.join()
        source = nil
    }
}

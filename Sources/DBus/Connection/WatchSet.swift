import CDBus
import EventLoop
import Linux

/// The descriptor of a connection on the loop.
///
/// libdbus has one watch for reading and one for writing, each enabled and disabled by itself; the
/// loop has one source for a descriptor. So the source waits for the events of all enabled watches.
final class WatchSet {
    private let loop: EventLoop
    private let onReady: (Interest) -> Void
    private var watches: [OpaquePointer] = []
    private var source: IOSource?

    /// Whether incoming data is read; writing, and the end of the connection, are always handled.
    var isReading = true {
        didSet { if isReading != oldValue { update() } }
    }

    /// Called with the ready events, for `handle`.
    init(on loop: EventLoop, onReady: @escaping (Interest) -> Void) {
        self.loop = loop
        self.onReady = onReady
    }

    /// Lets libdbus add and remove watches here until `detach`.
    ///
    /// - Returns: Whether the loop accepted the descriptor.
    func attach(to connection: OpaquePointer) -> Bool {
        dbus_connection_set_watch_functions(
            connection,
            { watch, data in WatchSet.from(data).add(watch) ? 1 : 0 },
            { watch, data in WatchSet.from(data).remove(watch) },
            { _, data in WatchSet.from(data).update() },
            Unmanaged.passUnretained(self).toOpaque(), nil) != 0
    }

    /// Removes every watch from the loop.
    func detach(from connection: OpaquePointer) {
        demandMemory(dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil))
    }

    /// Lets libdbus read and write.
    func handle(_ ready: Interest) {
        // A watch can be removed while another is handled.
        for watch in watches where watches.contains(watch) {
            guard dbus_watch_get_enabled(watch) != 0 else { continue }
            demandMemory(dbus_watch_handle(watch, ready.watchFlags))
        }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> WatchSet {
        guard let data else { preconditionFailure("libdbus lost its user data") }
        return Unmanaged<WatchSet>.fromOpaque(data).takeUnretainedValue()
    }

    private func add(_ watch: OpaquePointer?) -> Bool {
        guard let watch else { return false }
        watches.append(watch)
        if source == nil {
            source = try? loop.watch(dbus_watch_get_unix_fd(watch), for: interest, onReady)
        } else {
            update()
        }
        return source != nil
    }

    private func remove(_ watch: OpaquePointer?) {
        watches.removeAll { $0 == watch }
        if watches.isEmpty { source = nil } else { update() }
    }

    private func update() { source?.interest = interest }

    private var interest: Interest {
        var interest: Interest = []
        for watch in watches where dbus_watch_get_enabled(watch) != 0 {
            interest.formUnion(Interest(watchFlags: dbus_watch_get_flags(watch)))
        }
        if !isReading { interest.remove(.readable) }
        return interest
    }
}

extension Interest {
    fileprivate init(watchFlags flags: UInt32) {
        self = []
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { insert(.readable) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { insert(.writable) }
    }

    fileprivate var watchFlags: UInt32 {
        var flags: UInt32 = 0
        if contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
        return flags
    }
}

internal import AppearanceKit
internal import CDBus
internal import Glibc

/// The descriptors that libdbus reads and writes, registered with an `EpollSet`.
///
/// It asks for reading and for writing one descriptor by two watches, each switched on and off by
/// itself; the descriptor is watched for what any of them wants.
final class BusWatches {
    /// The descriptor of the `EpollSet`, which outlives us: its owner ends the connection first.
    private let epoll: Int32
    private var watches: [OpaquePointer] = []

    init(_ readiness: borrowing EpollSet) { epoll = readiness.number }

    func attach(to connection: OpaquePointer) {
        dbus_connection_set_watch_functions(
            connection,
            { watch, data in BusWatches.from(data).add(watch) ? 1 : 0 },
            { watch, data in BusWatches.from(data).remove(watch) },
            { watch, data in BusWatches.from(data).update(watch) },
            Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func detach(from connection: OpaquePointer) {
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> BusWatches {
        guard let data else { preconditionFailure("libdbus lost its user data") }
        return Unmanaged<BusWatches>.fromOpaque(data).takeUnretainedValue()
    }

    private func add(_ watch: OpaquePointer?) -> Bool {
        guard let watch else { return false }
        watches.append(watch)
        update(watch)
        return true
    }

    private func remove(_ watch: OpaquePointer?) {
        watches.removeAll { $0 == watch }
        update(watch)
    }

    private func update(_ watch: OpaquePointer?) {
        guard let watch else { return }
        let number = dbus_watch_get_unix_fd(watch)
        var wanted: UInt32 = 0
        for watch in watches where dbus_watch_get_enabled(watch) != 0 {
            wanted |= dbus_watch_get_flags(watch)
        }
        guard !watches.isEmpty else { return EpollSet.remove(number, from: epoll) }
        EpollSet.set(
            number, reading: wanted & DBUS_WATCH_READABLE.rawValue != 0,
            writing: wanted & DBUS_WATCH_WRITABLE.rawValue != 0, in: epoll)
    }

    /// Lets libdbus read and write what it can now.
    func handle() {
        guard let number = watches.first.map({ dbus_watch_get_unix_fd($0) }) else { return }
        var polled = pollfd(fd: number, events: Int16(POLLIN | POLLOUT), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return }
        let flags = Self.flags(of: Int32(polled.revents))
        // A watch can go away while another is handled.
        for watch in watches where watches.contains(watch) {
            guard dbus_watch_get_enabled(watch) != 0 else { continue }
            let wanted = dbus_watch_get_flags(watch) | Self.ends
            if flags & wanted != 0 { dbus_watch_handle(watch, flags & wanted) }
        }
    }

    private static let ends = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue

    private static func flags(of events: Int32) -> UInt32 {
        var flags: UInt32 = 0
        if events & POLLIN != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
        if events & POLLOUT != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if events & POLLERR != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
        if events & POLLHUP != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
        return flags
    }
}

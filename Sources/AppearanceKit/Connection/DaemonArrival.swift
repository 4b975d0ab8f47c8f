internal import Glibc

/// Waits for the daemon to come, or to come back.
///
/// inotify tells when its socket is made, so nothing wakes up while there is no daemon. Between
/// the making of the socket and the first accept lies a moment in which it refuses: a few tries,
/// each after twice the time, bridge it.
struct DaemonArrival: ~Copyable {
    private static let shortestPause: Int32 = 10
    private static let longestPause: Int32 = 5_000

    private let socket: DaemonSocket
    /// Not open when the system has no more of them: then we look again every few seconds.
    private let inotify: Descriptor
    private let watched: Int32?

    /// Gives up when the other end of the descriptor `watched` is closed.
    init(of socket: DaemonSocket, unlessHungUp watched: Int32?) {
        self.socket = socket
        self.watched = watched
        inotify = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    }

    /// The first connection that comes about; throws only `hungUp` or what `poll` fails with.
    func connection() throws(DaemonFailure) -> DaemonConnection {
        var pause = Self.shortestPause
        while true {
            let isTold = watchForSocket()
            let isAbsent: Bool
            do {
                return try DaemonConnection(to: socket)
            } catch {
                isAbsent = error == .notRunning(path: socket.path)
            }
            let isPatient = pause > Self.longestPause
            let span = isPatient ? (isTold && isAbsent ? -1 : Self.longestPause) : pause
            switch try wait(for: inotify.number, within: span, unlessHungUp: watched) {
            case .ready:
                drain()
                pause = Self.shortestPause
            case .timeIsUp: pause = isPatient ? pause : pause * 2
            }
        }
    }

    /// Whether the making of the socket will be told.
    ///
    /// The parent is watched before the directory is tried again, so that a directory made in
    /// between is not missed.
    private func watchForSocket() -> Bool {
        if watch(socket.directory) { return true }
        guard watch(socket.runtimeDirectory) else { return false }
        _ = watch(socket.directory)
        return true
    }

    private func watch(_ directory: String) -> Bool {
        let events = IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        return inotify_add_watch(inotify.number, directory, UInt32(events)) >= 0
    }

    /// What has happened does not matter, only that something has.
    private func drain() {
        var room = [UInt8](repeating: 0, count: 4096)
        while retrying({ read(inotify.number, &room, room.count) }) > 0 {}
    }
}

/// A blocking subscription to the daemon's status that survives its restarts.
package struct StatusFollower: ~Copyable {
    private let watched: Int32?
    private var connection: StatusConnection

    /// Creates a subscription with or without light readings.
    ///
    /// `next` throws `DaemonError.hungUp` when the other end of `watched` is closed.
    package init(
        _ socket: DaemonSocket, light: Bool = false, unlessHungUp watched: Int32? = nil
    ) throws(AppearanceError) {
        self.watched = watched
        connection = try StatusConnection(to: socket, light: light)
    }

    /// Connects to a daemon that must be running.
    package mutating func connect() throws(DaemonError) {
        try connection.connect()
    }

    /// Waits for the next event.
    ///
    /// - Throws: `DaemonError` if the reader hung up, or if the daemon refuses or sends an invalid
    ///   message; the next call reconnects.
    package mutating func next() throws(DaemonError) -> StatusConnection.Event {
        while true {
            if let event = try connection.step() { return event }
            _ = try wait(for: connection.descriptor, within: -1, unlessHungUp: watched)
        }
    }
}

/// The backoff of connection attempts.
///
/// A daemon refuses connections between the creation of its socket and its first accept; a few
/// attempts with growing pauses bridge that time. After them, only inotify wakes the process, if
/// the socket is watched.
struct RetryPlan {
    private static let shortest = Duration.milliseconds(10)
    /// The pause if the socket is not watched, or after a refusal.
    static let longest = Duration.seconds(5)

    private var pause = shortest

    /// Returns the pause after a failed attempt; `nil` to wait for inotify.
    mutating func nextPause(isWatched: Bool) -> Duration? {
        guard pause <= Self.longest else { return isWatched ? nil : Self.longest }
        defer { pause *= 2 }
        return pause
    }
}

/// Follows the daemon's status, through its restarts, on the thread that asks for it.
package struct StatusFollower: ~Copyable {
    private let watched: Int32?
    private var link: StatusConnection

    /// Follows a daemon, whose light readings count as news or do not.
    ///
    /// It gives up with `DaemonError.hungUp` when the other end of `watched` is closed.
    package init(
        _ socket: DaemonSocket, light: Bool = false, unlessHungUp watched: Int32? = nil
    ) throws(FollowError) {
        self.watched = watched
        link = try StatusConnection(to: socket, light: light)
    }

    /// Connects to a daemon that must be there now.
    package mutating func connect() throws(DaemonError) {
        try link.connect()
    }

    /// Waits for news.
    ///
    /// It throws when whoever watches has hung up, and when the daemon refuses or cannot be
    /// understood; asked again, it connects anew.
    package mutating func next() throws(DaemonError) -> StatusConnection.Event {
        while true {
            if let news = try link.step() { return news }
            _ = try wait(for: link.descriptor, within: -1, unlessHungUp: watched)
        }
    }
}

/// When to try again to reach a daemon that is not there.
///
/// Between the making of its socket and its first accept lies a moment in which it refuses: a few
/// tries, each after twice the time, bridge it. After them nothing wakes up, where we are told
/// when a socket is made.
struct RetryPlan {
    private static let shortest = Duration.milliseconds(10)
    /// For whoever is not told, or was refused.
    static let longest = Duration.seconds(5)

    private var pause = shortest

    /// How long to wait after a try that failed; nil: until we are told.
    mutating func nextPause(isTold: Bool) -> Duration? {
        guard pause <= Self.longest else { return isTold ? nil : Self.longest }
        defer { pause *= 2 }
        return pause
    }
}

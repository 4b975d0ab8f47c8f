package import AppearanceProtocol

/// Follows the daemon's status, through its restarts, on the thread that asks for it.
package struct StatusFollower: ~Copyable {
    /// What there is to tell.
    package enum News: Equatable {
        /// A status: the present one, or a change.
        case status(JSON)
        /// The daemon has gone; the next news comes when it is back.
        case lost
    }

    private let socket: DaemonSocket
    private let light: Bool
    private let watched: Int32?
    private var connection: DaemonConnection?
    /// Connections in a row that ended before the first status.
    private var fruitless = 0
    private var hasStatus = false

    /// Follows a daemon, whose light readings count as news or do not; connects later.
    ///
    /// It gives up with `DaemonFailure.hungUp` when the other end of `watched` is closed.
    package init(_ socket: DaemonSocket, light: Bool = false, unlessHungUp watched: Int32? = nil) {
        self.socket = socket
        self.light = light
        self.watched = watched
    }

    /// Connects to a daemon that must be there now.
    package mutating func connect() throws(DaemonFailure) {
        try follow(DaemonConnection(to: socket))
    }

    /// Waits for news.
    ///
    /// It throws when whoever watches has hung up, and when the daemon refuses or cannot be
    /// understood; asked again, it connects anew.
    package mutating func next() throws(DaemonFailure) -> News {
        while true {
            if connection == nil { try reconnect() }
            do throws(DaemonFailure) {
                let status = try status()
                fruitless = 0
                hasStatus = true
                return .status(status)
            } catch {
                connection = nil
                guard error == .disconnected else { throw error }
                if hasStatus {
                    hasStatus = false
                    return .lost
                }
                fruitless += 1
            }
        }
    }

    private mutating func status() throws(DaemonFailure) -> JSON {
        guard let reply = try connection?.receive(unlessHungUp: watched)
        else { throw .disconnected }
        guard let status = reply["status"]
        else { throw .protocolViolation("a reply without a status") }
        return status
    }

    private mutating func reconnect() throws(DaemonFailure) {
        if fruitless > 0 {
            // A daemon that hangs up at once is not asked in a tight circle.
            let pause = min(Int32(10) << min(fruitless, 10), 5_000)
            _ = try wait(for: -1, within: pause, unlessHungUp: watched)
        }
        let arrival = DaemonArrival(of: socket, unlessHungUp: watched)
        try follow(arrival.connection())
    }

    private mutating func follow(_ connection: consuming DaemonConnection) throws(DaemonFailure) {
        try connection.send(Call(.watch(light: light), replies: .many))
        self.connection = consume connection
    }
}

package import AppearanceProtocol

/// Follows the daemon's status through its restarts without ever waiting.
///
/// Whoever has it watches `descriptor`. When that is readable, `step` is called until it returns
/// nil. Errors are thrown in between and end nothing. There are three reasons to wake up: the daemon has said something or gone, inotify tells of
/// its socket, or it is time to try again.
package struct StatusConnection: ~Copyable {
    /// What there is to tell.
    package enum Event: Equatable, Sendable {
        /// A status: the present one, or a change.
        case status(JSON)
        /// The daemon has gone; the next news comes when it is back.
        case lost
    }

    private let socket: DaemonSocket
    private let light: Bool
    private let grace: Duration
    private let readiness: ReadinessStream
    private let alarm: TimerFD
    private let watch: FolderWatch
    /// inotify's number for the session's directory, watched only while the daemon has none.
    private var parentWatch: Int32?

    private var stream: UnixStream?
    private var framer = MessageFramer(limit: DaemonConnection.replyLimit)
    private var hasStatus = false
    private var plan = RetryPlan()
    private var retryAt: ContinuousClock.Instant? = .now
    private var tellLossAt: ContinuousClock.Instant?

    /// Follows a daemon, whose light readings count as news or do not.
    ///
    /// It connects in the first `step`. A daemon that is back within the `grace` was not lost.
    package init(
        to socket: DaemonSocket, light: Bool = false, grace: Duration = .zero
    ) throws(FollowError) {
        let readiness = try ReadinessStream()
        let alarm = try TimerFD()
        let watch = FolderWatch(for: DaemonSocket.names)
        try readiness.add(alarm.number)
        if let number = watch.number { try readiness.add(number) }
        self.socket = socket
        self.light = light
        self.grace = grace
        self.readiness = readiness
        self.alarm = alarm
        self.watch = watch
    }

    /// The descriptor to watch for input; always the same.
    package var descriptor: Int32 { readiness.number }

    /// Whether a daemon has taken the connection; it may not have answered yet.
    package var isConnected: Bool { stream != nil }

    /// Does what can be done now; returns nil when nothing more can.
    ///
    /// It throws when the daemon refuses or cannot be understood; then it tries again later.
    package mutating func step() throws(DaemonError) -> Event? {
        if watch.take() {
            plan = RetryPlan()
            if stream == nil { retryAt = .now }
        }
        while let piece = try connectedPiece() {
            if let news = try take(piece) { return news }
        }
        if let due = tellLossAt, due <= .now {
            tellLossAt = nil
            return .lost
        }
        alarm.set(to: [retryAt, tellLossAt].compactMap(\.self).min())
        return nil
    }

    /// A message or the end of the connection; nil when there is neither now.
    private mutating func connectedPiece() throws(DaemonError) -> Piece? {
        while true {
            if stream == nil {
                guard let due = retryAt, due <= .now, (try? connect()) != nil else { return nil }
            }
            do throws(DaemonError) {
                if let message = try framer.nextMessage() { return .message(message) }
                guard let bytes = try stream?.receive() else { return nil }
                if bytes.isEmpty { return .end }
                framer.append(bytes)
            } catch {
                throw leave(because: error)
            }
        }
    }

    private enum Piece {
        case message([UInt8])
        case end
    }

    private mutating func take(_ piece: Piece) throws(DaemonError) -> Event? {
        switch piece {
        case .message(let message):
            do throws(DaemonError) {
                guard let status = try Response.parameters(of: message)["status"]
                else { throw .protocolViolation("a reply without a status") }
                hasStatus = true
                plan = RetryPlan()
                tellLossAt = nil
                return .status(status)
            } catch {
                throw leave(because: error)
            }
        case .end:
            stream = nil
            if hasStatus {
                hasStatus = false
                retryAt = .now
                guard grace > .zero else { return .lost }
                tellLossAt = .now + grace
            } else {
                // A daemon that hangs up at once is not asked in a tight circle.
                retryAt = plan.nextPause(isTold: false).map { .now + $0 }
            }
            return nil
        }
    }

    private mutating func leave(because failure: DaemonError) -> DaemonError {
        stream = nil
        if hasStatus { tellLossAt = .now + grace }
        hasStatus = false
        retryAt = .now + RetryPlan.longest
        return failure
    }

    /// Connects now, for whoever cannot go on without a daemon; else `step` does it.
    package mutating func connect() throws(DaemonError) {
        let isTold = watchForSocket()
        do throws(DaemonError) {
            let stream = try UnixStream(path: socket.path, timeoutSeconds: 0)
            do { try readiness.add(stream.number) } catch { throw DaemonError(error) }
            try stream.send(
                Call(.watch(light: light), replies: .many).encoded(), timeoutSeconds: 0)
            self.stream = consume stream
            framer = MessageFramer(limit: DaemonConnection.replyLimit)
            retryAt = nil
        } catch {
            let isAbsent = error == .notRunning(path: socket.path)
            retryAt = plan.nextPause(isTold: isTold && isAbsent).map { .now + $0 }
            throw error
        }
    }

    /// Whether the making of the socket will be told.
    ///
    /// The parent is watched before the directory is tried again, so that a directory made in
    /// between is not missed.
    private mutating func watchForSocket() -> Bool {
        if watch.add(socket.directory) == nil {
            parentWatch = watch.add(socket.runtimeDirectory)
            return watch.add(socket.directory) != nil || parentWatch != nil
        }
        if let parentWatch { watch.remove(parentWatch) }
        parentWatch = nil
        return true
    }
}

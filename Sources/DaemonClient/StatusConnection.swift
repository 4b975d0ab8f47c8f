internal import AppearanceModel
package import AppearanceProtocol
package import Linux

/// A non-blocking subscription to the daemon's status that survives its restarts.
///
/// When `descriptor` is readable, the owner calls `step` until it returns `nil`. Errors that `step`
/// throws do not end the subscription. It wakes up when the daemon sends or disconnects, when
/// inotify reports its socket, and for a retry.
package struct StatusConnection: ~Copyable {
    /// An event for the owner.
    package enum Event: Equatable, Sendable {
        /// The current status or a change of it.
        case status(JSON)
        /// The loss of the daemon; the next event follows its return.
        case lost
    }

    /// The pause if the socket is not watched, or after a refusal, and the time after which a
    /// connection was no failed attempt.
    private static let longestPause = Duration.seconds(5)

    private let socket: DaemonSocket
    private let light: Bool
    private let grace: Duration
    private let readiness: EpollSet
    private let timer: TimerDescriptor
    private let watch: FolderWatch
    /// The inotify watch of the runtime directory, while the daemon's directory is missing.
    private var parentWatch: Int32?

    private var stream: ClientStream?
    private var framer = MessageFramer(limit: DaemonConnection.replyLimit)
    private var hasStatus = false
    /// The pauses between attempts.
    ///
    /// The daemon refuses connections between the creation of its socket and its first accept; a few
    /// attempts bridge that time. After them, only inotify wakes the process, if the socket is watched.
    private var backoff = Backoff(first: .milliseconds(10), longest: longestPause)
    private var connectedAt = BootTime.now
    private var retryAt: BootTime? = .now
    private var reportLossAt: BootTime?

    /// Creates a subscription with or without light readings.
    ///
    /// The first `step` connects. A daemon that returns within the `grace` is not reported as lost.
    package init(
        to socket: DaemonSocket, light: Bool = false, grace: Duration = .zero
    ) throws(IOError) {
        let watch = FolderWatch(for: DaemonSocket.names)
        let timer = try TimerDescriptor()
        let readiness = try EpollSet.watching([timer.rawValue, watch.rawValue])
        self.init(to: socket, light: light, grace: grace, readiness, timer, watch)
    }

    /// Swift 6.2 would destroy the properties with a default twice if this threw an error.
    private init(
        to socket: DaemonSocket, light: Bool, grace: Duration, _ readiness: consuming EpollSet,
        _ timer: consuming TimerDescriptor, _ watch: consuming FolderWatch
    ) {
        self.socket = socket
        self.light = light
        self.grace = grace
        self.readiness = readiness
        self.timer = timer
        self.watch = watch
    }

    /// The descriptor to watch for input; it never changes.
    package var descriptor: Int32 { readiness.rawValue }

    /// Whether a daemon has accepted the connection; it may not have answered yet.
    package var isConnected: Bool { stream != nil }

    /// Returns the next event; `nil` if there is none now.
    ///
    /// - Throws: `DaemonError` if the daemon refuses or sends an invalid message; it retries later.
    package mutating func step() throws(DaemonError) -> Event? {
        if watch.take() {
            backoff.reset()
            if stream == nil { retryAt = .now }
        }
        do throws(DaemonError) {
            while reconnectIfDue() {
                if let message = try framer.nextMessage() {
                    return .status(try status(in: message))
                }
                guard let bytes = try stream?.receive() else { break }
                framer.append(bytes)
                if bytes.isEmpty, handleEnd() { return .lost }
            }
        } catch {
            throw disconnect(error)
        }
        if let due = reportLossAt, due <= .now {
            reportLossAt = nil
            return .lost
        }
        switch [retryAt, reportLossAt].compactMap(\.self).min() {
        case let due?: timer.arm(at: due.microsecondsSinceBoot)
        case nil: timer.disarm()
        }
        return nil
    }

    /// Returns the next event; `nil` if there is none now.
    ///
    /// A failure is skipped, as the connection retries by itself.
    package mutating func nextEvent() -> Event? {
        while true {
            do { return try step() } catch {
                // The next event follows the retry.
            }
        }
    }

    /// Waits for the next event.
    ///
    /// - Throws: `DaemonError.hungUp` when the other end of `watched` is closed, or another error if the
    ///   daemon refuses or sends an invalid message; the next call reconnects.
    package mutating func next(
        unlessHungUp watched: Int32? = nil
    ) throws(DaemonError) -> Event {
        while true {
            if let event = try step() { return event }
            try wait(for: descriptor, unlessHungUp: watched)
        }
    }

    /// Connects if a retry is due; returns whether there is a connection.
    private mutating func reconnectIfDue() -> Bool {
        guard stream == nil else { return true }
        guard let due = retryAt, due <= .now else { return false }
        return (try? connect()) != nil
    }

    private mutating func status(in message: [UInt8]) throws(DaemonError) -> JSON {
        guard let status = try Response.parameters(of: message)["status"]
        else { throw .protocolViolation("a reply without a status") }
        hasStatus = true
        reportLossAt = nil
        return status
    }

    /// Handles the end of the connection; returns whether to report the loss now.
    private mutating func handleEnd() -> Bool {
        stream = nil
        // A daemon that disconnects soon, with or without a status, is not retried in a tight loop.
        if connectedAt + Self.longestPause <= .now { backoff.reset() }
        retryAt = .now + backoff.next()
        guard hasStatus else { return false }
        hasStatus = false
        if grace > .zero { reportLossAt = .now + grace }
        return grace == .zero
    }

    private mutating func disconnect(_ error: DaemonError) -> DaemonError {
        stream = nil
        if hasStatus { reportLossAt = .now + grace }
        hasStatus = false
        retryAt = .now + Self.longestPause
        return error
    }

    /// Sends a request to which there is no reply, on the connection of the status; without one it does nothing.
    ///
    /// - Throws: `DaemonError` if the daemon does not read.
    package func send(_ request: Request) throws(DaemonError) {
        try stream?.send(Call(request, replies: .none).encoded())
    }

    /// Connects now, instead of in `step`.
    ///
    /// - Throws: `DaemonError` if the daemon does not run.
    package mutating func connect() throws(DaemonError) {
        let isWatched = watchForSocket()
        do throws(DaemonError) {
            let stream = try ClientStream(to: socket)
            do { try readiness.add(stream.rawValue) } catch {
                throw DaemonError(error)
            }
            try stream.send(Call(.watch(light: light), replies: .many).encoded())
            self.stream = consume stream
            framer = MessageFramer(limit: DaemonConnection.replyLimit)
            connectedAt = .now
            retryAt = nil
        } catch {
            let isAbsent =
                switch error {
                case .notRunning, .foreignOwner: true
                case .noRuntimeDirectory, .refused, .protocolViolation, .timedOut, .unconfirmed,
                    .disconnected,
                    .hungUp, .system:
                    false
                }
            let pause = backoff.next()
            let isLast = isWatched && isAbsent && pause == Self.longestPause
            retryAt = isLast ? nil : .now + pause
            throw error
        }
    }

    /// Watches for the creation of the socket and returns whether that succeeded.
    ///
    /// The parent is watched before the directory is tried again, so that a directory created in
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

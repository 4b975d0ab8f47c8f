internal import AppearanceModel
internal import AppearanceProtocol
internal import DaemonClient
internal import Glibc
internal import Linux
internal import SettingsFile

/// Reports the user's presence at a display to the daemon, as far as the configuration asks for it.
///
/// One connection carries the reports: its end releases everything that they held. While a change waits for
/// what is reported, the server is asked every other second whether it is there; otherwise nothing wakes this
/// program but a message.
struct PresenceRuntime: ~Copyable {
    private static let pause = Duration.seconds(2)
    /// The attempts to connect to a display before its socket has to change.
    ///
    /// A server accepts no connection between the creation of its socket and its start.
    private static let mostAttempts = 10

    private let log: Log
    private let server: DisplayServer
    private var daemon: StatusConnection
    private var configuration: FollowedConfiguration
    private var wanted: WantedPresence
    private var display: (any PresenceDisplay)?
    /// The last report that the daemon has from this connection; `nil` for none.
    private var reported: PresenceReport?
    private var isConnected = false
    /// Whether a change waits.
    private var isChangeWaiting = false
    /// Whether the server has not answered.
    private var isHanging = false
    /// Whether the present connection to the display has shown what it can.
    private var isComplete = false
    private let folder: FolderWatch
    /// The watch of the folder of the display's socket, while there is no connection.
    private var folderWatch: Int32?
    private var attempts = 0
    private var backoff = Backoff(first: .milliseconds(50), longest: .seconds(5))
    // Times of the monotonic clock, at which something is due; `nil` for never.
    private var attemptDue: Int64?
    private var questionDue: Int64?
    private var memory = MemoryRelease()
    private var exit: ExitReason?

    /// Creates the program for the daemon and the display of an environment.
    init(
        _ daemon: DaemonSocket, _ server: DisplayServer, _ environment: (String) -> String?,
        log: Log
    ) throws(IOError) {
        (self.log, self.server) = (log, server)
        configuration = FollowedConfiguration(environment)
        wanted = WantedPresence(configuration.current.values.change)
        folder = FolderWatch(for: [server.socket?.name ?? ""])
        self.daemon = try StatusConnection(to: daemon)
    }

    /// Reports until the display shows nothing that is asked for.
    mutating func run() -> ExitReason {
        followDaemon()
        open()
        memory.releaseLater()
        while true {
            if let exit { return exit }
            let due = [attemptDue, questionDue].compactMap(\.self).min()
            let inputs = [daemon.descriptor, display?.descriptor ?? -1, folder.rawValue ?? -1]
            var watched = inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            memory.wait(for: &watched, atMost: due.map { $0 - SystemClock.monotonic() })
            if watched[0].revents != 0 { followDaemon() }
            if watched[1].revents != 0 {
                isHanging = false
                processDisplay()
            }
            if watched[2].revents != 0, folder.take(), display == nil {
                attempts = 0
                backoff.reset()
                attemptDue = Self.time(after: backoff.next())
            }
            handleDue(at: SystemClock.monotonic())
        }
    }

    private static func time(after span: Duration) -> Int64 {
        SystemClock.monotonic() + span.microseconds
    }

    private mutating func handleDue(at now: Int64) {
        if let due = attemptDue, due <= now {
            attemptDue = nil
            open()
        }
        if let due = questionDue, due <= now { ask() }
    }

    /// Reads the changes of the daemon.
    private mutating func followDaemon() {
        while let event = daemon.nextEvent() {
            switch event {
            case .status(let json):
                guard let status = try? Snapshot(json) else { continue }
                isConnected = true
                isChangeWaiting = status.waitsFor != nil
                configuration.follow(status)
            case .lost: (isConnected, isChangeWaiting, reported) = (false, false, nil)
            }
        }
        let next = WantedPresence(configuration.current.values.change)
        if next != wanted {
            wanted = next
            close()
            open()
        }
        report()
    }

    // MARK: The display

    /// Connects to the display, if it is needed and there is no connection.
    private mutating func open() {
        guard display == nil, wanted.count > 0 else { return }
        display = server.connect(wanted)
        display == nil ? retry() : processDisplay()
    }

    private mutating func close() { (display, isHanging, isComplete) = (nil, false, false) }

    /// Tries again after a pause, or when the socket of the display changes.
    private mutating func retry() {
        if folderWatch == nil, let socket = server.socket {
            log.notice("the display cannot be reached; waiting for it")
            folderWatch = folder.add(socket.folder)
        }
        attempts += 1
        if attempts < Self.mostAttempts { attemptDue = Self.time(after: backoff.next()) }
    }

    private mutating func processDisplay() {
        guard let display else { return }
        if !display.process() {
            close()
            retry()
        } else if display.report != nil, !isComplete {
            isComplete = true
            attempts = 0
            if let folderWatch { folder.remove(folderWatch) }
            folderWatch = nil
            reportMissing(display.missing)
        }
        report()
    }

    private mutating func reportMissing(_ missing: [String]) {
        for part in missing {
            log.notice("this display does not show \(part); no change waits for it")
        }
        if missing.count == wanted.count { exit = .done }
    }

    // MARK: The reports

    /// Reports the present state, if the daemon does not have it.
    private mutating func report() {
        var report = display?.report
        if display == nil || isHanging { report = reported.map { _ in PresenceReport() } }
        if isConnected, let report, report != reported {
            do throws(DaemonError) {
                try daemon.send(.reportPresence(report))
                reported = report
            } catch {
                log.warning("the daemon does not receive the report: \(error)")
            }
        }
        guard isChangeWaiting, reported?.holdsChanges == true else { return questionDue = nil }
        questionDue = questionDue ?? SystemClock.monotonic()
    }

    /// Asks the server whether it is there.
    private mutating func ask() {
        isHanging = display?.isAnswering() == false
        if isHanging {
            log.warning("the display does not answer; no change waits for it meanwhile")
        }
        questionDue = Self.time(after: Self.pause)
        isHanging ? report() : processDisplay()
    }
}

extension PresenceReport {
    /// Whether a change may wait for it.
    fileprivate var holdsChanges: Bool { !holders.isEmpty || isQuiet == false || isIdle == false }
}

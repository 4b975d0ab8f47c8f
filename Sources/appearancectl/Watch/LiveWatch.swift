internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import Console
internal import Glibc
internal import Linux

/// Draws the live view until a signal, a key or the end of the terminal.
///
/// The terminal is restored at each of them. Signals are received by a thread, so that each ends a wait.
struct LiveWatch: ~Copyable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH]

    private let screen = TerminalScreen()
    private let received: Mailbox<Int32>
    private var connection: StatusConnection
    private var view: LiveView

    /// Creates a view of the daemon, which need not run unless `mustRun`.
    init(_ socket: DaemonSocket, mustRun: Bool) throws {
        if mustRun { _ = try DaemonConnection(to: socket) }
        let received = try Mailbox<Int32>()
        let connection = try StatusConnection(to: socket, light: true)
        self.received = received
        self.connection = connection
        view = LiveView((try? LogCommand.history()) ?? History([]))
        view.notice = "appearanced is not running; waiting for it to start"
    }

    /// Draws until the end; returns the signal that ended it, if one did.
    mutating func run() throws -> Int32? {
        try receiveSignals()
        let readiness = try EpollSet()
        for number in [connection.descriptor, received.descriptor] { try readiness.add(number) }
        if TerminalScreen.hasKeys { try readiness.add(STDIN_FILENO) }
        screen.enter()
        defer { screen.leave() }
        while true {
            try step()
            guard screen.draw(view.lines(width: Terminal.columns, now: .now)) else { return nil }
            // The times on the screen are those of a second.
            _ = try wait(for: readiness.rawValue, within: 1000, unlessHungUp: nil)
            for signal in received.takeAll() {
                if signal == SIGTSTP { suspend() }
                if signal != SIGTSTP, signal != SIGWINCH { return signal }
            }
            if let keys = readKeys(), keys.isEmpty || keys.contains(UInt8(ascii: "q")) {
                return nil
            }
        }
    }

    /// Follows each event of the daemon.
    private mutating func step() throws {
        do throws(DaemonError) {
            while let event = try connection.step() {
                switch event {
                case .lost: view.notice = "appearanced has stopped; waiting for it to restart"
                case .status(let json):
                    guard let status = try? Snapshot(json) else { continue }
                    view.follow(status, now: .now)
                    explain()
                }
            }
        } catch {
            view.notice = CommandLineError(daemon: error)?.text
        }
    }

    private mutating func explain() {
        guard let json = try? Request.explain.reply("explanation"),
            let rationale = try? Rationale(json)
        else { return }
        view.rationale = rationale
    }

    // MARK: Signals and keys

    /// Ends this program by a signal, as if it had not been received.
    static func exit(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        Glibc.exit(128 + number)
    }

    private func receiveSignals() throws {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let (waited, received) = (set, received)
        _ = try BackgroundThread.start(name: "signals") {
            var waited = waited
            while true {
                var signal: Int32 = 0
                if sigwait(&waited, &signal) == 0 { received.post(signal) }
            }
        }
    }

    /// Stops as Ctrl-Z asks, with the terminal restored until it continues.
    private func suspend() {
        screen.leave()
        kill(getpid(), SIGSTOP)
        screen.enter()
    }

    /// Returns the keys that were pressed, empty at the end of the input; `nil` if there are none.
    private func readKeys() -> [UInt8]? {
        guard TerminalScreen.hasKeys else { return nil }
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return nil }
        var keys = Array(repeating: UInt8(0), count: 64)
        let count = read(STDIN_FILENO, &keys, keys.count)
        return Array(keys.prefix(max(0, count)))
    }
}

internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux

/// A picture of the daemon's state, which is drawn again at each event and each second.
protocol LivePicture {
    /// Whether it is shown every reading, and not only the level that the daemon publishes.
    var followsReadings: Bool { get }
    /// Whether it is no longer to be drawn.
    var isFinished: Bool { get }

    mutating func follow(_ status: Snapshot, now: WallTime)
    /// Follows the inputs of the decision, at most once a second if it follows readings.
    mutating func follow(_ rationale: Rationale, requested: ContinuousClock.Instant)
    /// Shows that there is no daemon, or that it failed.
    mutating func show(notice: String)
    mutating func press(_ keys: [UInt8])
    func lines(width: Int, now: WallTime) -> [StyledLine]
}

/// Draws a live picture until it is finished, or until a signal or the end of the terminal.
///
/// The terminal is restored at each of them. Signals are received by a thread, so that each ends a wait.
struct LiveScreen<Picture: LivePicture>: ~Copyable {
    private let screen = TerminalScreen()
    private let received: Mailbox<Int32>
    private var connection: StatusConnection
    /// Whether the present daemon has sent a status or an error.
    private var hasAnswered = false
    /// The connection of a request for an explanation that has no reply yet.
    private var explanation: DaemonConnection?
    /// When the last explanation was requested.
    private var requested = ContinuousClock.now - .seconds(1)
    private(set) var picture: Picture

    /// Creates a screen that follows a daemon, which need not run.
    init(_ picture: Picture, of socket: DaemonSocket) throws {
        let received = try Mailbox<Int32>()
        let connection = try StatusConnection(to: socket, light: true)
        self.init(picture, received, connection)
    }

    /// Swift 6.2 would destroy some properties twice if this threw an error.
    private init(
        _ picture: Picture, _ received: Mailbox<Int32>, _ connection: consuming StatusConnection
    ) {
        self.received = received
        self.connection = connection
        self.picture = picture
    }

    /// Draws until the end; returns the signal that ended it, if one did.
    mutating func run() throws -> Int32? {
        let signals = try LiveSignals(LiveSignals.ofScreen, to: received)
        defer { signals.release() }
        let readiness = try EpollSet()
        for number in [connection.descriptor, received.descriptor] { try readiness.add(number) }
        if TerminalScreen.hasKeys { try readiness.add(STDIN_FILENO) }
        do throws(DaemonError) { try connection.connect() } catch { show(error) }
        screen.enter()
        defer { screen.leave() }
        while true {
            step(readiness)
            if picture.isFinished { return nil }
            guard screen.draw(picture.lines(width: Terminal.columns, now: .now)) else { return nil }
            // The times on the screen are those of a second.
            _ = try wait(for: readiness.rawValue, within: 1000, unlessHungUp: nil)
            for signal in received.takeAll() {
                if signal == SIGTSTP { suspend() }
                if signal != SIGTSTP, signal != SIGWINCH { return signal }
            }
            if let keys = readKeys() {
                if keys.isEmpty { return nil }
                picture.press(keys)
            }
        }
    }

    private mutating func show(_ error: DaemonError) {
        if case .notRunning = error {
            picture.show(notice: "appearanced is not running; waiting for it to start")
        } else if let text = CommandLineError(daemon: error)?.text {
            picture.show(notice: text)
        }
    }

    /// Follows each event of the daemon.
    private mutating func step(_ readiness: borrowing EpollSet) {
        do throws(DaemonError) {
            while let event = try connection.step() {
                switch event {
                case .lost:
                    hasAnswered = false
                    explanation = nil
                    picture.show(notice: "appearanced has stopped; waiting for it to restart")
                case .status(let json):
                    hasAnswered = true
                    guard let status = try? Snapshot(json) else { continue }
                    picture.follow(status, now: .now)
                    if !picture.followsReadings { explanation = try? request(readiness) }
                }
            }
            if connection.isConnected, !hasAnswered {
                picture.show(notice: "waiting for appearanced to answer")
            }
        } catch {
            hasAnswered = true
            show(error)
        }
        // A level that is reported again unchanged sends no status, and has another age.
        let interval = Duration.milliseconds(picture.followsReadings ? 950 : 59_950)
        if explanation == nil, connection.isConnected, .now - requested >= interval {
            explanation = try? request(readiness)
        }
        followExplanation()
    }

    /// Requests an explanation without a wait for it, during which no key would have an effect.
    private mutating func request(_ readiness: borrowing EpollSet) throws -> DaemonConnection {
        requested = .now
        let connection = try DaemonConnection(to: DaemonSocket.ofThisSession())
        try connection.send(Call(.explain))
        try readiness.add(connection.descriptor)
        return connection
    }

    private mutating func followExplanation() {
        do throws(DaemonError) {
            let reply = try explanation?.receive(withinSeconds: 0)
            explanation = nil
            guard let json = reply?["explanation"], let rationale = try? Rationale(json)
            else { return }
            picture.follow(rationale, requested: requested)
        } catch {
            if error != .timedOut(seconds: 0) { explanation = nil }
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

/// The signals that a program acts on, such as one with a live screen, which a thread receives.
struct LiveSignals {
    /// Those of a live screen.
    fileprivate static let ofScreen = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH]

    private let set: sigset_t

    /// Passes the signals to a mailbox from now on.
    init(_ numbers: [Int32], to received: Mailbox<Int32>) throws {
        var set = sigset_t(numbers)
        self.set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let waited = set
        _ = try BackgroundThread.start(name: "signals") {
            var waited = waited
            while true {
                var signal: Int32 = 0
                if sigwait(&waited, &signal) == 0 { received.post(signal) }
            }
        }
    }

    /// Lets each signal act on this program again.
    fileprivate func release() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Ends this program by a signal, as if it had not been received.
    static func exit(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t([number])
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        Glibc.exit(128 + number)
    }
}

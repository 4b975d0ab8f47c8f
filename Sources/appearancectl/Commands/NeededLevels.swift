internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux

/// The levels of a command, which runs whenever the daemon needs one.
///
/// One run at a time, each for one level. A run that gives none is skipped, like a measurement that failed; the
/// next one comes after the usual pause.
struct NeededLevels: ~Copyable {
    /// The time for which a level must be needed: a daemon that has just started may yet find a sensor.
    private static let settling = Duration.seconds(2)
    /// The pause after the start of a run.
    private static let pause = Duration.microseconds(LightNeed.freshAge.count)
    /// The pause after the start of a run for somebody who waits for its level.
    private static let pauseOfRequests = Duration.microseconds(Snapshot.lightRequestPause.count)
    /// The pause while another source decides, which the level does not replace.
    private static let pauseBesideOthers = Duration.seconds(30 * 60)
    /// The time after which a run is stopped.
    private static let timeout = Duration.seconds(10)

    private let command: Command
    private let source: String
    private var reporter: LevelReporter
    private var status: StatusConnection
    private var running: (command: RunningCommand, deadline: ContinuousClock.Instant)?
    /// The time since which a level is needed; `nil` if none is.
    private var neededSince: ContinuousClock.Instant?
    /// Whether somebody waits for it.
    private var isRequested = false
    /// The start of the last run, and of the last one for somebody who waited.
    private var lastRun: ContinuousClock.Instant?
    private var lastRequestedRun: ContinuousClock.Instant?
    private var isAnotherDeciding = false
    /// The time of the last line about each kind of a failed run.
    private var said: [SkippedRun.Kind: ContinuousClock.Instant] = [:]

    /// Levels by a command that exists.
    init(
        by command: Command, of source: String, to socket: DaemonSocket,
        _ status: consuming StatusConnection
    ) throws {
        self.command = command
        self.source = source
        reporter = LevelReporter(of: source, to: socket)
        self.status = status
        do { _ = try ProgramPath.find(command.program) } catch {
            throw CommandLineError(
                "cannot run \(command.program.shellWord): "
                    + (error.errno == .noSuchFile ? "there is no such program in PATH" : "\(error)")
            )
        }
    }

    /// Runs until a signal ends it, which ends a run too.
    mutating func run() throws {
        let received = try Mailbox<Int32>()
        _ = try LiveSignals([SIGINT, SIGTERM, SIGHUP], to: received)
        try reporter.connect()
        while true {
            while let event = try status.step() { try follow(event) }
            startIfDue()
            var polled =
                ([status.descriptor, received.descriptor] + (running?.command.descriptors ?? []))
                .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let wait = nextDue.map { max($0 - .now, .zero).pollMilliseconds } ?? -1
            _ = SystemCall.attempt { poll(&polled, nfds_t(polled.count), wait) }
            if let signal = received.takeAll().first {
                running?.command.kill()
                LiveSignals.exit(by: signal)
            }
            try advanceRun()
        }
    }

    /// The next time at which there is something to do without an event; `nil` for none.
    private var nextDue: ContinuousClock.Instant? { running?.deadline ?? runDue }

    /// The time of the next run; `nil` if no level is needed.
    private var runDue: ContinuousClock.Instant? {
        guard let neededSince else { return nil }
        if isRequested {
            return lastRequestedRun.map { max(neededSince, $0 + Self.pauseOfRequests) }
                ?? neededSince
        }
        let pause = isAnotherDeciding ? Self.pauseBesideOthers : Self.pause
        let due = neededSince + Self.settling
        return lastRun.map { max(due, $0 + pause) } ?? due
    }

    private mutating func follow(_ event: StatusConnection.Event) throws {
        // A daemon that starts gets no level that it would not have any more.
        if let lastRun, ContinuousClock.now - lastRun >= Self.pause { reporter.forget() }
        try reporter.follow(event)
        switch event {
        case .lost: neededSince = nil
        case .status(let json):
            guard let status = try? Snapshot(json) else { return }
            isAnotherDeciding = status.reported.map { $0.source != source } ?? false
            let need = status.levelNeed(of: source)
            isRequested = need == .requested
            neededSince = need == .none ? nil : neededSince ?? .now
        }
    }

    private mutating func startIfDue() {
        guard running == nil, let due = runDue, due <= .now else { return }
        if isRequested { lastRequestedRun = .now } else { lastRun = .now }
        running = (RunningCommand(command), .now + Self.timeout)
    }

    /// Reads the output of a run, and reports its level at its end.
    private mutating func advanceRun() throws {
        guard let running else { return }
        running.command.read()
        guard running.command.descriptors.isEmpty || running.deadline <= .now else { return }
        let result = running.command.result(by: running.deadline)
        self.running = nil
        switch SkippedRun.level(of: result) {
        case .success(let lux):
            reporter.keep(lux)
            try reporter.reportNews()
        case .failure(let skipped): report(skipped)
        }
    }

    /// Reports a failed run, each kind once a day.
    private mutating func report(_ skipped: SkippedRun) {
        if let last = said[skipped.kind], .now - last < .seconds(86_400) { return }
        said[skipped.kind] = .now
        StandardError.line(
            "\(Program.name): \(command.program.excerpt) \(skipped.words); no level is reported. "
                + "Such runs are reported once a day.")
    }
}

/// A run of a command that gave no level.
struct SkippedRun: Error, Equatable {
    enum Kind: Hashable {
        case failed, missing, timedOut, tooLong, noLevel
    }

    let kind: Kind
    /// The end of a sentence whose subject is the command.
    let words: String

    private init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }

    /// Returns the level that a command printed.
    static func level(of result: CommandResult) -> Result<Lux, SkippedRun> {
        switch result {
        case .output(let text):
            let word = text.trimmed
            if let lux = Lux(level: word) { return .success(lux) }
            let printed = word.isEmpty ? "nothing" : "'\(word.excerpt)'"
            return .failure(
                SkippedRun(.noLevel, "printed \(printed), not one number from 0 to 200000"))
        case .failed(let message):
            return .failure(SkippedRun(.failed, "failed: \(message.excerpt)"))
        case .missing: return .failure(SkippedRun(.missing, "is missing"))
        case .timedOut:
            return .failure(SkippedRun(.timedOut, "did not end within 10 s and was stopped"))
        case .tooLong: return .failure(SkippedRun(.tooLong, "printed too much"))
        }
    }
}

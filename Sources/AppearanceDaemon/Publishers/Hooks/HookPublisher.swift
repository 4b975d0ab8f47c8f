import AppearanceDesktop
import AppearanceModel
import DBus
import EventLoop
import Linux

/// Runs the user's programs when the appearance changes; they never delay a change.
final class HookPublisher: Publisher {
    private let environment: ServiceEnvironment
    private let runner: HookRunner
    private let loop: EventLoop
    private let path: String
    private let log: Log
    private var settings: HookSettings
    private var schedule = HookSchedule()
    /// The results; the thread that writes them reads them too.
    private let records = Locked(HookRecords())
    private var file: BackgroundFile?
    private var snapshot: Snapshot?
    private var hasStarted = false
    /// Runs while a change is new, for which no hook has been looked for yet.
    private var afterChange: TimerSource?
    private var isWaiting = false
    /// The problem of each hook or file that was logged last.
    private var loggedProblems: [String: String] = [:]

    /// Creates a publisher to be started later; the results are kept in the file at `path`.
    init(
        _ settings: HookSettings, in environment: ServiceEnvironment, recordingIn path: String,
        runs: HookRuns = HookRuns(), on connection: BusConnection, log: Log
    ) {
        self.settings = settings
        self.environment = environment
        self.path = path
        self.log = log
        loop = connection.loop
        runner = HookRunner(
            on: connection, managed: environment.isManaged, recordedIn: runs, log: log)
    }

    func publish(_ snapshot: Snapshot) {
        let before = self.snapshot?.appearance
        self.snapshot = snapshot
        guard hasStarted, snapshot.appearance != before, !isWaiting else { return }
        isWaiting = true
        afterChange?.arm(after: Self.delay)
    }

    /// The time after a change in which programs are notified, before hooks are read from disk.
    private static let delay = Duration.milliseconds(2)

    private func followChange() {
        isWaiting = false
        guard let appearance = snapshot?.appearance else { return }
        follow(appearance)
        proceed()
    }

    func start() throws(IOError) {
        file = try BackgroundFile(path: path, on: loop) { [log, path] event in
            switch event {
            case .failed(let error): log.warning("cannot save the results of hooks: \(error)")
            case .recovered: log.notice("\(path) is saved again")
            }
        }
        afterChange = try loop.timer(.monotonic) { [weak self] in self?.followChange() }
        load()
        hasStarted = true
        if let appearance = snapshot?.appearance {
            skip(follow(appearance), for: appearance)
        }
        runner.start { [weak self] in self?.proceed() }
    }

    func configure(_ configuration: Configuration) { settings = configuration.hooks }

    /// Ends the hooks that would outlive the daemon unwatched, and waits until the results are
    /// saved.
    func stop() {
        afterChange = nil
        runner.stop()
        file?.finish()
    }

    // MARK: Steps

    /// Looks which hooks there are now, for another appearance.
    @discardableResult
    private func follow(_ appearance: Appearance) -> [Hook] {
        let catalog = HookCatalog(
            environment.hookFolders, darkman: settings.darkman, .ofThisMachine)
        var areTooMany = false
        for entry in catalog.entries {
            guard case .flawed(let flaw) = entry.state else { continue }
            // One line for all of them.
            if flaw == .tooMany, areTooMany { continue }
            areTooMany = areTooMany || flaw == .tooMany
            let rest = flaw == .tooMany ? "; nor do the hooks after it" : ""
            warn("\(entry.hook.path) never runs: \(flaw.rawValue)\(rest)", about: entry.hook.path)
        }
        let hooks = catalog.hooks
        schedule.follow(appearance, by: hooks)
        // A hook that was removed is forgotten.
        if catalog.isComplete {
            records.withLock { records in
                records.runs = records.runs.filter { schedule.knows($0.key) }
            }
        }
        return hooks
    }

    /// Skips the hooks that need not run at the start.
    private func skip(_ hooks: [Hook], for appearance: Appearance) {
        let arguments = Dictionary(
            hooks.map { ($0.name, $0.argument(in: appearance)) },
            uniquingKeysWith: { first, _ in first })
        let names: Set<String>
        switch settings.onStart {
        case .never: names = Set(arguments.keys)
        case .changed: names = records.withLock { $0.succeeded(with: arguments) }
        case .always: names = []
        }
        for (name, argument) in arguments where names.contains(name) {
            schedule.skip(name, for: argument)
        }
    }

    private func proceed() {
        guard runner.isReady, !isWaiting, let snapshot else { return }
        for hook in schedule.next(limit: settings.parallel) { run(hook, snapshot) }
    }

    private func run(_ hook: Hook, _ snapshot: Snapshot) {
        let argument = hook.argument(in: snapshot.appearance)
        let started = SystemClock.now()
        let run = HookRunner.Run(
            hook: hook, argument: argument,
            environment: hook.environment(for: snapshot, in: snapshot.appearance),
            timeout: .microseconds(settings.timeout.count))
        runner.run(run) { [weak self] ending in
            let duration = SystemClock.now().boot - started.boot
            self?.didEnd(
                hook,
                HookRun(
                    argument: argument,
                    startedAt: Moment(started).wall,
                    duration: Microseconds(duration), ending: ending))
        }
    }

    private func didEnd(_ hook: Hook, _ run: HookRun) {
        records.withLock { $0.runs[hook.name] = run }
        // As they are when they are written, which is at most twice a second.
        file?.write { [records] in records.withLock { $0 }.encoded }
        if run.isSuccess {
            if loggedProblems.removeValue(forKey: hook.name) != nil {
                log.notice("hook \(hook.name) succeeds again")
            }
        } else {
            // The time differs from run to run; the cause may not.
            warn("hook \(hook.name) \(run.result)", about: hook.name, cause: "\(run.ending)")
        }
        schedule.didEnd(hook.name)
        proceed()
    }

    /// Logs a problem once, until there is another.
    private func warn(_ text: String, about subject: String, cause: String? = nil) {
        guard loggedProblems.updateValue(cause ?? text, forKey: subject) != cause ?? text
        else { return }
        log.warning(text)
    }

    // MARK: Results

    private func load() {
        let stored = KeptFile(path, limit: HookRecords.largestFile).load(
            "the record of hooks", withoutIt: "every hook runs again", log: log,
            decode: HookRecords.init(decoding:))
        records.withLock { $0 = stored ?? HookRecords() }
    }
}

extension HookFiles {
    /// The files of this machine.
    fileprivate static var ofThisMachine: HookFiles {
        HookFiles(
            names: { try? Directory.namesIfPresent(in: $0) }, linkTarget: File.linkTarget,
            isRegular: File.isRegular, isExecutable: File.isExecutable)
    }
}

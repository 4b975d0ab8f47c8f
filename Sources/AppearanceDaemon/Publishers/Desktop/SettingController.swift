// One setting of the desktop, and the programs that read and write it. They run beside the loop,
// one at a time; their results go to the `SettingFollower`, which decides the next step.

import AppearanceDesktop
import AppearanceModel
import DBus
import EventLoop
import Linux

/// Keeps one setting of the desktop in step with the appearance.
final class SettingController {
    /// The timeout of a program; each normally takes less than a second.
    private static let timeout = Duration.seconds(10)

    private let setting: DesktopSetting
    private let environment: ServiceEnvironment
    private let journal: RestoreJournal
    private let connection: BusConnection
    private let log: Log
    private var retry: TimerSource?
    private var backoff = Backoff(first: .seconds(30), longest: .seconds(3600))

    /// The decisions; `nil` while the setting is not followed.
    private var follower: SettingFollower?
    private var listener: SettingListener?
    private var configuration = DesktopSettings()
    /// The value of the last appearance.
    private var shown: String?
    private var session: DesktopSession
    private var isBusy = false
    /// The running program.
    private var program: ChildProcess?
    /// The editor of the setting's file; `nil` if programs write the setting.
    private let editor: SettingsFileEditor?
    /// The number of the round; a program of an earlier round has no effect.
    private var round = 0
    private var hasBegun = false
    private var idleCallbacks: [() -> Void] = []
    /// The problem that was logged last.
    private var loggedProblem: String?
    private var hasFailed = false
    /// The last writing program, and the first line of its output.
    private var lastWrite: (command: DesktopCommand, words: String?)?

    /// Called when the setting was changed by hand; `nil` to ignore that.
    var onTurn: ((Tone, _ whileAway: Bool) -> Void)?

    init(
        _ setting: DesktopSetting, in environment: ServiceEnvironment, _ journal: RestoreJournal,
        on connection: BusConnection, log: Log
    ) throws(IOError) {
        self.setting = setting
        self.environment = environment
        session = environment.desktopSession
        self.journal = journal
        if case .file = setting.source {
            editor = try SettingsFileEditor(on: connection.loop)
        } else {
            editor = nil
        }
        self.connection = connection
        self.log = log
        retry = try connection.loop.timer(.monotonic) { [weak self] in
            self?.follower?.retry()
            self?.proceed()
        }
    }

    /// Starts to follow.
    func begin() {
        guard follower == nil else { return }
        // A value left in an earlier round was left on purpose.
        follower = SettingFollower(ours: hasBegun ? [] : journal.lastValues(of: setting))
        hasBegun = true
        round += 1
        listener = SettingListener(
            to: setting, on: connection, in: environment, log: log
        ) { [weak self] in
            self?.follower?.notice()
            self?.proceed()
        }
    }

    /// Stops writing; `then` is called once no program runs any more.
    func leave(_ then: @escaping () -> Void = {}) {
        follower = nil
        listener = nil
        retry?.disarm()
        hasBegun = true
        isBusy ? idleCallbacks.append(then) : then()
    }

    /// Ends the running program, when the daemon exits.
    func stop() {
        program?.endNow()
        editor?.finish()
    }

    /// Follows an appearance and a configuration in a session from now on.
    func show(
        _ appearance: Appearance, _ configuration: DesktopSettings, in session: DesktopSession
    ) {
        self.configuration = configuration
        if session != self.session { follower?.retry() }
        self.session = session
        let value = setting.value(in: appearance, configuration)
        // Nothing tells when such a value changes, so it is read before it is replaced.
        if setting.endsWithSession, value != shown { follower?.notice() }
        shown = value
        follower?.setTarget(value, tone: appearance.tone)
        proceed()
    }

    // MARK: Step by step

    private func proceed() {
        while !isBusy, let step = follower?.next() {
            switch step {
            case .read: read()
            case .write(let value): write(value)
            }
        }
        if !isBusy, !hasFailed, follower?.isAtRest == true { recover() }
    }

    private func read() {
        switch setting.source {
        case .kconfig:
            if let globals = kdeglobals() { receive(state(in: globals)) }
        case .file(let path, let group, let key): read(key, in: group, of: path)
        case .program(let command):
            run(command) { [weak self] outcome in self?.receive(outcome, of: command) }
        }
    }

    private func read(_ key: String, in group: String, of path: String) {
        guard let home = environment.configurationHome else { return fail("HOME is not set") }
        do throws(IOError) {
            let bytes = try File.readIfPresent(
                "\(home)/\(path)", limit: SettingsText.largestFile)
            let value = SettingsText.value(
                key, in: group, of: String(decoding: bytes ?? [], as: UTF8.self))
            let tone = value.map { setting.tone(of: $0, configuration) } ?? setting.toneIfUnset
            receive(.init(value: value, tone: tone))
        } catch {
            fail("\(error)")
        }
    }

    private func receive(_ outcome: ChildOutcome, of command: DesktopCommand) {
        let answer = String(decoding: outcome.output, as: UTF8.self)
        let errors = String(decoding: outcome.errorOutput, as: UTF8.self)
        if outcome.isSuccess, let value = setting.value(fromAnswer: answer) {
            receive(.init(value: value, tone: setting.tone(of: value, configuration)))
        } else if !outcome.isSuccess, setting.isUnset(byErrorOutput: errors) {
            receive(.init(value: nil, tone: .light))
        } else if !outcome.isSuccess, setting.isMissing(byErrorOutput: errors) {
            leave()
        } else if outcome.isSuccess, let remedy = setting.remedyWithoutValue {
            fail(remedy)
        } else {
            fail(outcome.failureDescription(of: command.shellText))
        }
    }

    private func receive(_ state: SettingFollower.State) {
        hasFailed = false
        switch follower?.didRead(state) {
        case nil: break
        case .turned(let tone, let whileAway): onTurn?(tone, whileAway)
        case .notStored:
            return warn(
                lastWrite.map { write in
                    "`\(write.command.shellText)` had no effect"
                        + (write.words.map { ": \($0)" }
                            ?? "; check that the program it talks to is running")
                } ?? "the value was written, and another program has restored the previous one")
        }
    }

    private func write(_ value: String) {
        var present: [DesktopSetting: String?] = [setting: follower?.present?.value]
        if case .kconfig = setting.source {
            guard let globals = kdeglobals() else { return }
            for companion in setting.companions {
                present[companion] = globals.value(of: companion)
            }
        }
        isBusy = true
        let round = round
        journal.willWrite(value, to: setting, over: present) { [weak self] result in
            guard let self else { return }
            isBusy = false
            guard round == self.round, follower != nil else { return finishStep() }
            switch result {
            case .success: set(value)
            case .failure(let failure):
                fail("its original value cannot be saved, so it is left unchanged: \(failure)")
            }
        }
    }

    private func set(_ value: String) {
        guard let command = setting.writing(value) else { return edit(value) }
        run(command) { [weak self] outcome in
            guard let self else { return }
            guard outcome.isSuccess else {
                return fail(outcome.failureDescription(of: command.shellText))
            }
            lastWrite = (command, outcome.firstWords)
            didWrite(value)
        }
    }

    private func didWrite(_ value: String) {
        follower?.didWrite()
        journal.didWrite(value, to: setting)
    }

    private func edit(_ value: String) {
        guard case .file(let path, let group, let key) = setting.source, let editor,
            let home = environment.configurationHome
        else { return fail("HOME is not set") }
        isBusy = true
        let round = round
        editor.set(key, in: group, to: value, at: "\(home)/\(path)") { [weak self] result in
            guard let self else { return }
            isBusy = false
            if round == self.round, follower != nil {
                switch result {
                case .success: didWrite(value)
                case .failure(let failure): fail("\(failure)")
                }
            }
            finishStep()
        }
    }

    // MARK: Programs and files

    private func run(_ command: DesktopCommand, _ ended: @escaping (ChildOutcome) -> Void) {
        let folders = command.folders(ProgramPath.folders)
        let isUnit = command.needsProcesses && environment.isManaged
        let path = try? ProgramPath.find(isUnit ? "systemd-run" : command.program, in: folders)
        for helper in command.helpers where (try? ProgramPath.find(helper, in: folders)) == nil {
            return fail(Self.missing(helper, command))
        }
        let variables = command.environment(in: session)
        let program = ChildProgram(
            path ?? command.program,
            isUnit ? command.unitArguments(variables) : command.arguments,
            environment: isUnit ? [:] : variables, timeout: Self.timeout)
        let round = round
        do throws(IOError) {
            self.program = try ChildProcess.start(program, on: connection.loop) {
                [weak self] outcome in
                guard let self else { return }
                isBusy = false
                self.program = nil
                if round == self.round, follower != nil { ended(outcome) }
                finishStep()
            }
            isBusy = true
        } catch {
            fail(
                error.errno == .noSuchFile ? Self.missing(command.program, command) : "\(error)")
        }
    }

    private static func missing(_ program: String, _ command: DesktopCommand) -> String {
        "`\(program)` is missing; install it: \(command.installation)"
    }

    /// Reads Plasma's settings; `nil`, with a log line, if Plasma switches by itself or a file
    /// cannot be read.
    private func kdeglobals() -> KDEGlobals? {
        var texts: [String] = []
        for path in environment.kdeglobalsPaths {
            do throws(IOError) {
                texts.append(String(decoding: try File.read(path, limit: 4 << 20), as: UTF8.self))
            } catch {
                guard error.errno == .noSuchFile || error.errno == .notADirectory else {
                    fail("\(error)")
                    return nil
                }
            }
        }
        let globals = KDEGlobals(texts)
        guard globals.switchesByItself else { return globals }
        warn(
            "Plasma switches by itself (AutomaticLookAndFeel in kdeglobals); to let appearanced do"
                + " it, turn that off in System Settings, Colors & Themes, Global Theme, or with"
                + " `\(KDEGlobals.stopSwitching)`")
        retry?.disarm()
        // A value that Plasma leaves behind was not set by hand.
        follower = follower?.restarted()
        return nil
    }

    private func state(in globals: KDEGlobals) -> SettingFollower.State {
        .init(value: globals.value(of: setting), tone: globals.tone(of: setting, configuration))
    }

    // MARK: Failures

    private func fail(_ words: String) {
        follower?.didFail()
        warn(words)
    }

    /// Logs a problem once, and retries later.
    private func warn(_ words: String) {
        hasFailed = true
        if words != loggedProblem { log.warning("cannot set \(setting.rawValue): \(words)") }
        loggedProblem = words
        retry?.arm(after: backoff.next())
    }

    private func recover() {
        retry?.disarm()
        backoff.reset()
        if loggedProblem != nil { log.notice("\(setting.rawValue) is set again") }
        loggedProblem = nil
    }

    private func finishStep() {
        proceed()
        guard !isBusy else { return }
        let waiting = idleCallbacks
        idleCallbacks = []
        for then in waiting { then() }
    }
}

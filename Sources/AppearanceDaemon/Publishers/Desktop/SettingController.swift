// One setting of the desktop, and the programs that read and write it. They run beside the loop, one
// at a time; what they say becomes a step of the `SettingFollower`, which decides.

import AppearanceDesktop
import AppearanceModel
import DBus
import EventLoop
import Linux

/// Keeps one setting of the desktop in step with the appearance.
final class SettingController {
    /// None of the programs takes a second where all is well.
    private static let patience = Duration.seconds(10)
    private static let firstPause = Duration.seconds(30)
    private static let longestPause = Duration.seconds(3600)

    private let setting: DesktopSetting
    private let environment: ServiceEnvironment
    private let ledger: RestoreJournal
    private let connection: BusConnection
    private let log: Log
    private var retry: TimerSource?
    private var pause = firstPause

    /// Nil while it is not followed.
    private var follower: SettingFollower?
    private var listener: SettingListener?
    private var configuration = DesktopSettings()
    private var isBusy = false
    /// The program that runs.
    private var program: ChildProcess?
    /// What ends while another round runs is of no account to it.
    private var round = 0
    private var hasBegun = false
    private var whenIdle: [() -> Void] = []
    /// What was said of the trouble last.
    private var complaint: String?
    private var isTroubled = false
    /// What was written with last, and what it said.
    private var written: (command: DesktopCommand, words: String?)?

    /// Called when somebody has turned it; nil where that is of no account.
    var onTurn: ((Tone, _ whileAway: Bool) -> Void)?

    init(
        _ setting: DesktopSetting, in environment: ServiceEnvironment, _ ledger: RestoreJournal,
        on connection: BusConnection, log: Log
    ) throws(IOError) {
        self.setting = setting
        self.environment = environment
        self.ledger = ledger
        self.connection = connection
        self.log = log
        retry = try connection.loop.timer(.monotonic) { [weak self] in
            self?.follower?.tryAgain()
            self?.goOn()
        }
    }

    /// Follows from now on.
    func begin() {
        guard follower == nil else { return }
        // What was left in an earlier round was left on purpose.
        follower = SettingFollower(ours: hasBegun ? [] : ledger[setting]?.ours ?? [])
        hasBegun = true
        round += 1
        listener = SettingListener(
            to: setting, on: connection, kdeglobals: environment.kdeglobalsPaths, log: log
        ) { [weak self] in
            self?.follower?.notice()
            self?.goOn()
        }
    }

    /// Writes nothing any more; `then` is called when nothing of it runs either.
    func leave(_ then: @escaping () -> Void = {}) {
        follower = nil
        listener = nil
        retry?.disarm()
        hasBegun = true
        isBusy ? whenIdle.append(then) : then()
    }

    /// Ends the program that runs, when the service ends.
    func stop() { program?.endNow() }

    /// Goes by an appearance, and a configuration, from now on.
    func show(_ appearance: Appearance, _ configuration: DesktopSettings) {
        self.configuration = configuration
        follower?.want(setting.value(in: appearance, configuration), tone: appearance.tone)
        goOn()
    }

    // MARK: Step by step

    private func goOn() {
        while !isBusy, let step = follower?.next() {
            switch step {
            case .read: read()
            case .write(let value): write(value)
            }
        }
        if !isBusy, !isTroubled, follower?.isAtRest == true { allIsWell() }
    }

    private func read() {
        switch setting.reading {
        case .kdeglobals:
            if let globals = kdeglobals() { take(reading(globals)) }
        case .program(let command):
            run(command) { [weak self] outcome in self?.take(outcome, of: command) }
        }
    }

    private func take(_ outcome: ChildOutcome, of command: DesktopCommand) {
        let answer = String(decoding: outcome.output, as: UTF8.self)
        let complaint = String(decoding: outcome.complaints, as: UTF8.self)
        if outcome.isSuccess, let value = setting.value(fromAnswer: answer) {
            take(.init(value: value, tone: setting.tone(of: value, configuration)))
        } else if !outcome.isSuccess, setting.isUnset(byComplaint: complaint) {
            take(.init(value: nil, tone: .light))
        } else {
            fail(outcome.complaint(of: command.shellText))
        }
    }

    private func take(_ reading: SettingFollower.Reading) {
        isTroubled = false
        switch follower?.didRead(reading) {
        case nil: break
        case .turned(let tone, let whileAway): onTurn?(tone, whileAway)
        case .notTaken:
            return complain(
                "`\(written?.command.shellText ?? "")` changed nothing"
                    + (written?.words.map { ": \($0)" } ?? "; is what it talks to running?"))
        }
    }

    private func write(_ value: String) {
        var present: [DesktopSetting: String?] = [setting: follower?.present?.value]
        if case .kdeglobals = setting.reading {
            guard let globals = kdeglobals() else { return }
            for companion in setting.companions {
                present[companion] = globals.value(of: companion)
            }
        }
        isBusy = true
        let round = round
        ledger.willWrite(value, to: setting, over: present) { [weak self] result in
            guard let self else { return }
            isBusy = false
            guard round == self.round, follower != nil else { return comeToRest() }
            switch result {
            case .success: put(value)
            case .failure(let failure):
                fail("what it was cannot be noted, so it is left as it is: \(failure)")
            }
        }
    }

    private func put(_ value: String) {
        let command = setting.writing(value)
        run(command) { [weak self] outcome in
            guard let self else { return }
            guard outcome.isSuccess else { return fail(outcome.complaint(of: command.shellText)) }
            written = (command, outcome.firstWords)
            follower?.didWrite()
            ledger.didWrite(value, to: setting)
        }
    }

    // MARK: Programs and files

    private func run(_ command: DesktopCommand, _ ended: @escaping (ChildOutcome) -> Void) {
        let program = ChildProgram(
            command.program, command.arguments,
            environment: command.environment(in: environment.desktopSession),
            patience: Self.patience)
        let round = round
        do throws(IOError) {
            self.program = try ChildProcess.start(program, on: connection.loop) {
                [weak self] outcome in
                guard let self else { return }
                isBusy = false
                self.program = nil
                if round == self.round, follower != nil { ended(outcome) }
                comeToRest()
            }
            isBusy = true
        } catch {
            fail(
                error.errno == .noSuchFile
                    ? "`\(command.program)` is missing; install it: \(command.installation)"
                    : "\(error)")
        }
    }

    /// Nil, and that is said, where Plasma has its own mind about it or the file cannot be read.
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
        complain(
            "Plasma switches by itself (AutomaticLookAndFeel in kdeglobals), so its colours are left"
                + " to it; to have them follow, turn that off: System Settings, Colors & Themes,"
                + " Global Theme, or `\(KDEGlobals.stopSwitching)`")
        retry?.disarm()
        // What it leaves behind is not somebody's choice.
        follower = follower?.begunAnew()
        return nil
    }

    private func reading(_ globals: KDEGlobals) -> SettingFollower.Reading {
        let value = globals.value(of: setting)
        let tone = value.map { setting.tone(of: $0, configuration) } ?? .light
        return .init(value: value, tone: globals.windowTone ?? tone)
    }

    // MARK: Trouble

    private func fail(_ words: String) {
        follower?.didFail()
        complain(words)
    }

    /// Says what is wrong, once, and tries again later.
    private func complain(_ words: String) {
        isTroubled = true
        if words != complaint { log.warning("\(setting.rawValue) cannot follow: \(words)") }
        complaint = words
        retry?.arm(after: pause)
        pause = min(pause * 2, Self.longestPause)
    }

    private func allIsWell() {
        retry?.disarm()
        pause = Self.firstPause
        if complaint != nil { log.notice("\(setting.rawValue) follows again") }
        complaint = nil
    }

    private func comeToRest() {
        goOn()
        guard !isBusy else { return }
        let waiting = whenIdle
        whenIdle = []
        for then in waiting { then() }
    }
}
